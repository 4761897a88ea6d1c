//! Experiment.
fn main() {
    let unl = std::env::args().nth(1).unwrap() == "unl";
    for f in std::env::args().skip(2) {
        let text = if let Ok(n) = f.parse::<usize>() { (".".repeat(n) + "\n").repeat(n) } else { std::fs::read_to_string(&f).unwrap() };
        let board = text.parse().unwrap();
        println!("== {f}");
        plywood_judges::maximum::experiment(&board, if unl { None } else { Some([10, 10, 15]) });
    }
}
