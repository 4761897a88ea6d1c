//! Files and networks that another program may not use, enforced by the kernel where it can (Landlock, Linux 5.13
//! and later; networks from 6.7 on). Where it cannot, a notice says so and the program runs without.

use std::io;
use std::process::{Child, Command};

use crate::Leash;

/// Starts a program behind the fence. The fence holds for a thread and for what it starts: the supervisor stays
/// outside, and from Linux 6.12 on nobody behind the fence can stop or kill it.
pub(crate) fn spawn(command: &mut Command, leash: &Leash) -> io::Result<Child> {
    let starter = || {
        shut(leash);
        command.spawn()
    };
    let started = std::thread::scope(|scope| scope.spawn(starter).join());
    started.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
}

/// Restricts this thread and its children; reports on stderr what the kernel cannot enforce.
#[cfg(target_os = "linux")]
fn shut(leash: &Leash) {
    // Where signals cannot be kept in, the supervisor hears them; see docs/security.md.
    let _ = keep_signals();
    if leash.network && leash.write {
        return;
    }
    match closed(leash) {
        Ok(true) => {}
        Ok(false) | Err(_) => {
            eprintln!(
                "plywood: this kernel cannot keep programs from the network or from files: they run without that fence"
            );
        }
    }
}

/// Other systems have no such fence.
#[cfg(not(target_os = "linux"))]
fn shut(leash: &Leash) {
    if !leash.network || !leash.write {
        eprintln!(
            "plywood: this system cannot keep programs from the network or from files: they run without that fence"
        );
    }
}

/// Signals reach only those behind the fence.
#[cfg(target_os = "linux")]
fn keep_signals() -> Result<(), landlock::RulesetError> {
    use landlock::{Ruleset, RulesetAttr, Scope};
    Ruleset::default().scope(Scope::Signal)?.create()?.restrict_self()?;
    Ok(())
}

/// Whether everything asked for is enforced.
#[cfg(target_os = "linux")]
fn closed(leash: &Leash) -> Result<bool, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetStatus, path_beneath_rules,
    };
    let abi = ABI::V4;
    let mut rules = Ruleset::default();
    let writing: BitFlags<AccessFs> = AccessFs::from_write(abi);
    if !leash.write {
        rules = rules.handle_access(writing)?;
    }
    if !leash.network {
        rules = rules.handle_access(AccessNet::from_all(abi))?;
    }
    let mut rules = rules.create()?;
    if !leash.write {
        let open = [std::env::temp_dir(), "/dev/null".into(), "/dev/tty".into()];
        rules = rules.add_rules(path_beneath_rules(open, writing))?;
    }
    Ok(rules.restrict_self()?.ruleset == RulesetStatus::FullyEnforced)
}
