//! Files and networks that another program may not use, enforced by the kernel where it can (Landlock, Linux 5.13
//! and later; networks from 6.7 on). Where it cannot, a notice says so and the program runs without.

use crate::Leash;

/// Restricts this process and its children; reports on stderr what the kernel cannot enforce.
#[cfg(target_os = "linux")]
pub(crate) fn shut(leash: &Leash) {
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
pub(crate) fn shut(leash: &Leash) {
    if !leash.network || !leash.write {
        eprintln!(
            "plywood: this system cannot keep programs from the network or from files: they run without that fence"
        );
    }
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
