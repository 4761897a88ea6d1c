//! An entry of `resultados.dat`, the file the original program appended its solutions to.

use std::fmt::Write;

use super::solve::SolveReport;

/// One whole entry, from the opening line to the end mark; `start` and `end` are times as text.
pub fn entry(report: &SolveReport, start: &str, end: &str) -> String {
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.6}"));
    let length = report.path.as_ref().map_or("-".into(), |path| path.len().to_string());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "*** Problema {} (objetivo {}) ***", report.board, report.objective);
    let _ = writeln!(text, "Algoritmo: {}", report.method_name());
    let _ = writeln!(text, "Resultado: {}", report.outcome);
    let _ = writeln!(text, "Inicio: {start}");
    let _ = writeln!(text, "Fim: {end}");
    let _ = writeln!(text, "Duracao: {:.3} ms", 1000.0 * report.time_s);
    let _ = writeln!(text, "Fator de ramificacao media: {}", number(report.branching_factor));
    let _ = writeln!(text, "Nos gerados: {}", report.generated);
    let _ = writeln!(text, "Nos expandidos: {}", report.expanded);
    let _ = writeln!(text, "Penetrancia: {}", number(report.penetrance));
    let _ = writeln!(text, "Comprimento da solucao: {length}");
    let _ = writeln!(text, "Caminho:");
    if let Some(path) = &report.path {
        for (i, board) in report.boards.iter().enumerate() {
            let step = if i == 0 { "inicio" } else { &path[i - 1] };
            let _ = writeln!(text, "{i}. {step}");
            let _ = writeln!(text, "{}", board.rows_text());
        }
    }
    text.push_str("*** Fim ***\n\n");
    text
}
