//! How much memory is free to us: what the machine has, a container leaves and a user limit allows.

use std::path::Path;

/// Bytes that are free to us; none where the system does not tell.
pub(crate) fn free() -> Option<u64> {
    [of_machine(), of_container(Path::new("/")), of_user()].into_iter().flatten().min()
}

fn of_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// What the control groups we live in leave, the narrowest of them; of both versions.
fn of_container(root: &Path) -> Option<u64> {
    let groups = std::fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let mut least: Option<u64> = None;
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(kinds), Some(place)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (base, names) = match kinds {
            "" => ("sys/fs/cgroup", ["memory.max", "memory.current"]),
            kinds if kinds.split(',').any(|kind| kind == "memory") => {
                ("sys/fs/cgroup/memory", ["memory.limit_in_bytes", "memory.usage_in_bytes"])
            }
            _ => continue,
        };
        let base = root.join(base);
        // A limit of any group above counts as well.
        for folder in base.join(place.trim_start_matches('/')).ancestors() {
            let read = |name: &str| {
                std::fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok()
            };
            if let (Some(most), Some(used)) = (read(names[0]), read(names[1])) {
                let left = most.saturating_sub(used);
                least = Some(least.map_or(left, |least| least.min(left)));
            }
            if folder == base {
                break;
            }
        }
    }
    least
}

/// What limits of this user (`ulimit -v`, `ulimit -d`) leave beside what the program takes already.
#[cfg(unix)]
fn of_user() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    // Threads and programs need some of it besides the search: about this much.
    const ASIDE: u64 = 256 << 20;
    let most = [Resource::As, Resource::Data]
        .into_iter()
        .filter_map(|resource| getrlimit(resource).current)
        .min()?;
    Some(most.saturating_sub(ASIDE).max(most / 2))
}

/// Other systems have no such limits.
#[cfg(not(unix))]
fn of_user() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_group_above_us_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        };
        assert_eq!(of_container(root.path()), None);
        write("proc/self/cgroup", "0::/user/app\n");
        write("sys/fs/cgroup/user/app/memory.max", "max\n");
        write("sys/fs/cgroup/user/app/memory.current", "1000\n");
        assert_eq!(of_container(root.path()), None, "no limit is no limit");
        write("sys/fs/cgroup/user/memory.max", "5000\n");
        write("sys/fs/cgroup/user/memory.current", "2000\n");
        assert_eq!(of_container(root.path()), Some(3000));
        write("proc/self/cgroup", "4:cpu:/x\n9:memory,hugetlb:/box\n");
        write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "700\n");
        write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "900\n");
        assert_eq!(of_container(root.path()), Some(0), "more is used than allowed");
    }
}
