//! The steps of a whole traced search.

use std::ops::ControlFlow;

use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, PlayStep};
use plywood_workbench::games::Table;

pub(crate) fn steps_of(table: &dyn Table, engine: &str) -> Vec<PlayStep> {
    let engine: Engine = engine.parse().unwrap();
    let mut steps = Vec::new();
    let done = table.trace(&engine, &Limits::default(), &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    assert!(done.unwrap());
    steps
}
