//! The language of scripts: arithmetic, lists, loops and functions of their own, within bounds.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use rhai::debugger::DebuggerCommand;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMathPackage, LogicPackage,
    Package,
};
use rhai::{AST, Dynamic, Engine, EvalAltResult, OptimizationLevel, Scope};

/// Steps for one state; a loop over every cell of the largest board takes a few thousand.
pub const MOST_STEPS: u64 = 100_000;
/// Depth of function calls.
pub(super) const MOST_CALLS: usize = 16;
/// Entries of a list, nested lists included, and characters of its texts.
pub(super) const MOST_ENTRIES: usize = 4096;
const MOST_VARIABLES: usize = 64;
const MOST_FUNCTIONS: usize = 32;

/// Shared by all scripts; it keeps no state of theirs.
pub(super) static ENGINE: LazyLock<Engine> = LazyLock::new(engine);

fn engine() -> Engine {
    // An empty engine: what is not registered here does not exist, neither `eval` nor `sleep`, nor files or clocks.
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    engine.disable_symbol("eval");
    engine.set_optimization_level(OptimizationLevel::Simple);
    engine.set_max_operations(MOST_STEPS);
    engine.set_max_call_levels(MOST_CALLS);
    engine.set_max_expr_depths(48, 32);
    engine.set_max_string_size(MOST_ENTRIES);
    engine.set_max_array_size(MOST_ENTRIES);
    engine.set_max_map_size(MOST_ENTRIES);
    engine.set_max_variables(MOST_VARIABLES);
    engine.set_max_functions(MOST_FUNCTIONS);
    engine
}

/// What a script comes to, and how many steps that took.
pub(super) fn counted(
    ast: &AST,
    scope: &mut Scope<'_>,
) -> (Result<Dynamic, Box<EvalAltResult>>, u64) {
    let mut engine = engine();
    let steps = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&steps);
    engine.on_progress(move |steps| {
        seen.store(steps, Relaxed);
        None
    });
    let value = engine.eval_ast_with_scope(scope, ast);
    (value, steps.load(Relaxed))
}

/// The line of the expression evaluated last.
pub(super) fn last_line(ast: &AST, mut scope: Scope<'_>) -> Option<usize> {
    let mut engine = engine();
    let line = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&line);
    #[allow(deprecated)]
    // Rhai marks this interface as unstable; the lock file pins the version.
    engine.register_debugger(
        |_, debugger| debugger,
        move |_, _, _, _, at| {
            if let Some(line) = at.line() {
                seen.store(line, Relaxed);
            }
            Ok(DebuggerCommand::StepInto)
        },
    );
    let _ = engine.eval_ast_with_scope::<Dynamic>(&mut scope, ast);
    Some(line.load(Relaxed)).filter(|line| *line > 0)
}
