//! The most cells that can be covered on a board of the puzzle, with proof.
#![allow(missing_docs, dead_code)]
mod bounds;
mod frontier;
mod labels;
mod layers;
mod profile;
mod region;
mod sweep;
mod watch;

use plywood_games::blokus::puzzle::Board;
use plywood_contract::Limits;
use frontier::Care;
use sweep::{Ground, Order, Swept, sweep};

pub fn experiment(board: &Board, stock: Option<[u32; 3]>) {
    let spots = region::reachable(board);
    let laid = region::laid(board);
    let limits = Limits::default();
    for turns in 0..4 {
        let t = std::time::Instant::now();
        let spots0 = region::reachable(board);
        assert_eq!(spots0.len(), spots.len());
        let reg = region::Region::new(board, &spots, laid.len(), turns);
        let t0 = t.elapsed();
        let layers = layers::Layers::new(&reg);
        let t1 = t.elapsed();
        let total: usize = (0..layers.layers.len()).map(|i| layers.size(i)).sum();
        let prices: Vec<i16> = if stock.is_some() { (0..=4).collect() } else { vec![0] };
        let st = stock.unwrap_or([10000; 3]);
        let roots: Vec<i16> = prices.iter().map(|&a| bounds::Bounds::root(&layers, bounds::Prices { a, b: 0, c: 0 }) + if a > 0 { a * st[0] as i16 } else { 0 }).collect();
        let t2 = t.elapsed();
        let best = (0..roots.len()).min_by_key(|&i| roots[i]).unwrap();
        let b = bounds::Bounds::new(&layers, bounds::Prices { a: prices[best], b: 0, c: 0 });
        let t3 = t.elapsed();
        println!("turn {turns}: {}x{} total {total} roots {roots:?} reach {t0:?} layers {:?} {}roots {:?} table {:?}", reg.rows, reg.columns, t1-t0, roots.len(), t2-t1, t3-t2);
        let ground = Ground { region: &reg, layers: &layers, bounds: &b, stock: st };
        let mut ub = (roots[best].div_euclid(4)) as u32;
        ub = ub.min(st.map(u64::from).iter().zip([1,4,4]).map(|(a,b)|a*b).sum::<u64>() as u32);
        'l: loop {
            let mut care = if stock.is_some() { Care::Singles } else { Care::Cells };
            let mut width = 100;
            loop {
                let mut w = watch::Watch::new(&limits);
                let t = std::time::Instant::now();
                let r = sweep(&ground, Order { target: ub, width, care }, &mut w).unwrap();
                print!("   target {ub} width {width} {care:?} nodes {} {:?} ", w.nodes, t.elapsed());
                match r {
                    Swept::Found { cells, spots } => {
                        let n = |k: &[plywood_games::blokus::Piece]| spots.iter().filter(|s| k.contains(&s.piece)).count() as u32;
                        use plywood_games::blokus::Piece::*;
                        let u = [n(&[A]), n(&[B]), n(&[C1, C2])];
                        println!("FOUND {cells} {u:?}");
                        if (0..3).all(|i| u[i] <= st[i]) { break 'l; }
                        care = Care::Every; continue;
                    }
                    Swept::Refuted => { println!("refuted"); break; }
                    Swept::Dropped => { println!("dropped"); width *= 8; if width > 2_000_000 { break 'l; } }
                }
            }
            ub -= 1;
        }
        println!("   total {:?}", t.elapsed());
    }
}
