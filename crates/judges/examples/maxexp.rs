//! Experiment: stock|unl threads files
use plywood_games::blokus::Stock;
use plywood_judges::maximum::{Task, maximize};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let stock = if a[1] == "unl" { None } else { let s: Vec<u32> = a[1].split(',').map(|x| x.parse().unwrap()).collect(); Some(Stock { a: s[0], b: s[1], c: s[2] }) };
    let threads = a[2].parse().unwrap();
    let limits = plywood_contract::Limits { time: std::env::var("T").ok().map(|t| std::time::Duration::from_secs(t.parse().unwrap())), bytes: Some(9 << 30), ..Default::default() };
    for f in &a[3..] {
        let text = if let Ok(n) = f.parse::<usize>() { (".".repeat(n) + "\n").repeat(n) } else { std::fs::read_to_string(f).unwrap() };
        let board: plywood_games::blokus::puzzle::Board = text.parse().unwrap();
        let mut times = vec![];
        let mut m = None;
        for _ in 0..if limits.time.is_some() { 1 } else { 3 } {
            let t = cpu_time::ProcessTime::now();
            let mut last = (0, 0);
            m = Some(maximize(&Task { board: &board, stock, threads }, &limits, &mut |p| if (p.best, p.bound) != last { last = (p.best, p.bound); if p.time.as_secs() > 2 { eprintln!("{p:?}"); } }).unwrap());
            times.push(t.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let m = m.unwrap();
        println!("{:<12} obj {:?} cells {} bound {} nodes {} cpu {:.3} ms (min {:.3}) pieces {} stopped {:?}", f.rsplit('/').next().unwrap(), board.objective, m.cells, m.bound, m.nodes, times[times.len() / 2], times[0], m.moves.len(), m.stopped);
    }
}
