//! Numbers with units, as people type and read them.

use std::time::Duration;

use plywood_contract::{Refused, message};

/// A time such as `10`, `10s`, `500ms`, `2m` or `1.5h`.
pub fn parse_time(text: &str) -> Result<Duration, Refused> {
    let expected = || -> Refused {
        message!(
            "unit-time",
            "`{text}` is not a time: expected more than zero, as in 10s, 500ms or 2m",
            text
        )
        .into()
    };
    let (number, unit) = split(text);
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let seconds = number.parse::<f64>().map_err(|_| expected())? * scale;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| expected())?;
    const YEAR: Duration = Duration::from_secs(366 * 24 * 3600);
    if time.is_zero() || time > YEAR {
        return Err(message!(
            "unit-time-limit",
            "`{text}` is not a time limit: expected more than zero and at most a year",
            text
        )
        .into());
    }
    Ok(time)
}

/// Memory for a table or tree, such as `512MB`, `2GiB`, `8g` or plain bytes; refused if it cannot be allocated.
pub fn parse_bytes(text: &str) -> Result<u64, Refused> {
    parse_memory(text).and_then(room)
}

/// The memory limit of a search, written as in [`parse_bytes`]. It is not allocated at once, so it may exceed
/// what is available.
pub fn parse_memory(text: &str) -> Result<u64, Refused> {
    const LEAST: f64 = 65_536.0;
    const MOST: f64 = 1e15;
    let expected = || -> Refused {
        message!(
            "unit-memory",
            "`{text}` is not an amount of memory: expected 64KiB or more, as in 512MB or 2GiB",
            text
        )
        .into()
    };
    let (number, unit) = split(text);
    let number = number.parse::<f64>().map_err(|_| expected())?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        "tib" => 1_099_511_627_776.0,
        _ => {
            return Err(message!(
                "unit-memory-unit",
                "`{unit}` is not a unit of memory: expected B, KB, MB, GB, TB, KiB, MiB, GiB or TiB",
                unit
            ).into());
        }
    };
    let bytes = number * scale;
    if (LEAST..=MOST).contains(&bytes) { Ok(bytes as u64) } else { Err(expected()) }
}

/// Checks that this allocation would succeed. Tables are allocated at once, and a failed allocation ends the
/// program, so every amount from outside passes this check.
pub fn room(bytes: u64) -> Result<u64, Refused> {
    let mut space: Vec<u8> = Vec::new();
    let is_there = usize::try_from(bytes).is_ok_and(|bytes| space.try_reserve_exact(bytes).is_ok());
    match is_there {
        true => Ok(bytes),
        false => Err(message!(
            "no-room",
            "{size} of memory cannot be allocated here",
            size = show_bytes(bytes)
        )
        .into()),
    }
}

/// A share such as `0.2` or `20%`. A number from 1 on needs the percent sign: 1 could mean all or a hundredth.
pub fn parse_share(text: &str) -> Result<f64, Refused> {
    let expected = || -> Refused {
        message!(
            "unit-share",
            "`{text}` is not a share of cells: expected 0 to 0.9, or 0% to 90%",
            text
        )
        .into()
    };
    let (number, unit) = split(text);
    let number = number.parse::<f64>().map_err(|_| expected())?;
    let share = match unit {
        "" => number,
        "%" => number / 100.0,
        _ => return Err(expected()),
    };
    if (0.0..=0.9).contains(&share) { Ok(share) } else { Err(expected()) }
}

/// A count of at least one, as in `50000`, `50_000`, `50k` or `2M`.
pub fn parse_count(text: &str) -> Result<u64, Refused> {
    let expected = || -> Refused {
        message!(
            "unit-nodes",
            "`{text}` is not a number of nodes: expected a whole number from 1, as in 5000 or 2M",
            text
        )
        .into()
    };
    let (number, unit) = split(text);
    let scale = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return Err(expected()),
    };
    let count = number.replace('_', "").parse::<u64>().ok().and_then(|n| n.checked_mul(scale));
    count.filter(|&count| count > 0).ok_or_else(expected)
}

/// A depth of at least one.
pub fn parse_depth(text: &str) -> Result<u32, Refused> {
    let depth = text.parse::<u32>().ok().filter(|depth| (1..=1_000_000).contains(depth));
    depth.ok_or_else(|| depth_expected(text, 1_000_000))
}

/// A number of threads.
pub fn parse_threads(text: &str) -> Result<usize, Refused> {
    let threads = text.parse::<usize>().ok().filter(|threads| (1..=256).contains(threads));
    threads.ok_or_else(|| {
        message!(
            "unit-threads",
            "`{text}` is not a number of threads: expected a whole number from 1 to 256",
            text
        )
        .into()
    })
}

/// A number of plies, within what any game here can last.
pub fn parse_plies(text: &str) -> Result<u32, Refused> {
    let plies = text.parse::<u32>().ok().filter(|plies| (1..=200).contains(plies));
    plies.ok_or_else(|| depth_expected(text, 200))
}

/// A whole number within bounds.
pub fn parse_within(text: &str, least: u32, most: u32) -> Result<u32, Refused> {
    let number = text.parse::<u32>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        message!(
            "unit-within",
            "`{text}` is not a whole number from {least} to {most}",
            text,
            least,
            most
        )
        .into()
    })
}

fn depth_expected(text: &str, most: u32) -> Refused {
    message!(
        "unit-depth",
        "`{text}` is not a depth: expected a whole number from 1 to {most}",
        text,
        most
    )
    .into()
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && !"._-".contains(c)).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim())
}

/// A time in the unit that suits it.
pub fn show_time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.099_95 => format!("{:.1} ms", s * 1e3),
        s if s < 0.999_5 => format!("{:.0} ms", s * 1e3),
        s if s < 99.95 => format!("{s:.2} s"),
        s => format!("{} min {:02} s", s as u64 / 60, s as u64 % 60),
    }
}

/// An amount of memory in the unit that suits it.
pub fn show_bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e3 => format!("{b:.0} B"),
        b if b < 1e6 => format!("{:.1} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b if b < 1e12 => format!("{:.2} GB", b / 1e9),
        b => format!("{:.2} TB", b / 1e12),
    }
}

/// A count with thin separators: 12 471.
pub fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number with this many significant digits, without trailing zeros: 0.0004009, 0.3333, 12.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor() as i32;
    let places = (digits as i32 - 1 - magnitude).max(0) as usize;
    format!("{value:.places$}")
}

/// A rate per second; `None` below a tenth of a second, where the clock is too coarse, and for a count of 0.
pub fn speed(count: u64, seconds: f64) -> Option<f64> {
    (seconds >= 0.1 && count > 0).then(|| count as f64 / seconds)
}

/// A count with three digits: 1.2 M.
pub fn show_short(count: f64) -> String {
    match count {
        c if c < 1e3 => format!("{c:.0}"),
        c if c < 1e6 => format!("{:.1} k", c / 1e3),
        c if c < 1e9 => format!("{:.1} M", c / 1e6),
        c => format!("{:.2} G", c / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_amounts_are_read_with_their_units() {
        assert_eq!(parse_time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("512 MB"), Ok(512_000_000));
        assert_eq!(parse_count("1_000_000"), Ok(1_000_000));
        assert_eq!(parse_share("0.25"), Ok(0.25));
        assert_eq!(parse_share("25%"), Ok(0.25));
        assert_eq!(parse_share("1%"), Ok(0.01));
        assert_eq!(parse_memory("2TB"), Ok(2_000_000_000_000));
        assert_eq!(parse_memory("1TiB"), Ok(1 << 40));
    }

    #[test]
    fn absurd_limits_are_refused_with_a_sentence() {
        for text in ["0", "-5", "soon", "1e400", "99999999h", "", "nan"] {
            assert!(parse_time(text).unwrap_err().to_string().contains("expected"), "{text}");
        }
        for text in ["-0.1", "0.95", "1", "25", "95%", "half", ""] {
            assert!(parse_share(text).unwrap_err().to_string().contains("expected"), "{text}");
        }
        for text in ["0", "-1GB", "12", "lots", "1e99GB", "2XB", "2000TB"] {
            assert!(parse_bytes(text).unwrap_err().to_string().contains("expected"), "{text}");
        }
        for text in ["0", "-3", "1.5", "many", "99999999999999999999"] {
            assert!(parse_count(text).unwrap_err().to_string().contains("expected"), "{text}");
            assert!(parse_depth(text).unwrap_err().to_string().contains("expected"), "{text}");
        }
    }

    #[test]
    fn a_table_that_cannot_be_had_is_refused() {
        // More than a processor can address, so no machine has it.
        let refused = parse_bytes("900TB").unwrap_err();
        assert_eq!(refused.to_string(), "900.00 TB of memory cannot be allocated here");
        assert!(parse_memory("900TB").is_ok(), "a limit is not taken at once");
        assert!(parse_bytes("3 XB").unwrap_err().to_string().starts_with("`XB` is not a unit"));
    }

    #[test]
    fn a_moment_has_no_speed() {
        assert_eq!(speed(121, 0.000_000_841), None);
        assert_eq!(speed(121, 0.0999), None);
        assert_eq!(speed(0, 0.215), None);
        assert_eq!(speed(1000, 0.5), Some(2000.0));
    }

    #[test]
    fn figures_read_well() {
        assert_eq!(show_count(12_471), "12 471");
        assert_eq!(show_count(999), "999");
        assert_eq!(show_time(0.000_27), "270 µs");
        assert_eq!(show_time(0.0123), "12.3 ms");
        assert_eq!(show_time(75.0), "75.00 s");
        assert_eq!(show_time(130.0), "2 min 10 s");
        assert_eq!(show_bytes(1_234_567), "1.2 MB");
        assert_eq!(show_short(3_456_789.0), "3.5 M");
    }
}
