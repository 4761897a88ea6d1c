//! Well-formed scripts from any bytes: expressions whose kinds fit, loops, functions that call themselves, lists and
//! texts. Each byte decides one thing; when there are none left, the simplest goes in.

/// The kinds of values that scripts here reckon with.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Whole,
    Real,
    Truth,
    Text,
    List,
}

use Kind::{List, Real, Text, Truth, Whole};

const KINDS: [Kind; 5] = [Whole, Real, Truth, Text, List];

/// Writes a script.
struct Writer<'a> {
    bytes: std::slice::Iter<'a, u8>,
    out: String,
    /// The variables in reach: `v0`, `v1` … by their kinds.
    variables: Vec<Kind>,
    n_functions: usize,
    is_in_loop: bool,
}

/// The script that these bytes decide on.
pub(crate) fn program(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes: bytes.iter(),
        out: String::new(),
        variables: Vec::new(),
        n_functions: 0,
        is_in_loop: false,
    };
    for _ in 0..writer.below(3) {
        writer.function();
    }
    for _ in 0..1 + writer.below(5) {
        writer.statement(3);
    }
    let kind = [Whole, Real][writer.below(2)];
    let value = writer.of(kind, 3);
    writer.out + &value + "\n"
}

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % n
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A function of a whole number that calls itself: once, twice, or for ever.
    fn function(&mut self) {
        let name = self.n_functions;
        let below = ["n - 1", "n - 2", "n / 2", "n + 1"][self.below(4)];
        let again = match self.below(4) {
            0 => format!("f{name}({below})"),
            1 => format!("f{name}({below}) + f{name}({below})"),
            2 => format!("[n, f{name}({below})].len()"),
            _ => format!("if n % 2 == 0 {{ f{name}({below}) }} else {{ n }}"),
        };
        let rest = self.below(9);
        self.line(&format!("fn f{name}(n) {{ if n <= 0 {{ return {rest}; }} {again} }}"));
        self.n_functions += 1;
    }

    fn statement(&mut self, depth: usize) {
        let n_choices = if depth == 0 { 3 } else { 9 };
        match self.below(n_choices) {
            0 => {
                let kind = KINDS[self.below(KINDS.len())];
                let value = self.of(kind, depth);
                let name = self.variables.len();
                self.line(&format!("let v{name} = {value};"));
                self.variables.push(kind);
            }
            1 => self.change(depth),
            2 => self.lengthen(depth),
            3 => {
                let test = self.of(Truth, depth - 1);
                self.block(&format!("if {test} {{"), depth, None);
                self.block("else {", depth, None);
            }
            4 => {
                let times = [2, 9, 300, 99_999][self.below(4)];
                self.looped(
                    &format!("for v{} in 0..{times} {{", self.variables.len()),
                    depth,
                    true,
                );
            }
            5 => {
                let list = self.of(List, depth - 1);
                self.looped(&format!("for v{} in {list} {{", self.variables.len()), depth, true);
            }
            6 => {
                let test = self.of(Truth, depth - 1);
                self.looped(&format!("while {test} {{"), depth, false);
            }
            7 => self.looped("loop {", depth, false),
            _ if self.is_in_loop => {
                let test = self.of(Truth, depth - 1);
                let leave = ["break", "continue"][self.below(2)];
                self.line(&format!("if {test} {{ {leave}; }}"));
            }
            _ => self.change(depth),
        }
    }

    /// Gives a variable another value, if there is one.
    fn change(&mut self, depth: usize) {
        let Some((name, kind)) = self.variable(None) else { return };
        let value = self.of(kind, depth);
        let sign = match kind {
            Whole | Real => ["=", "+=", "-=", "*="][self.below(4)],
            Text => ["=", "+="][self.below(2)],
            Truth | List => "=",
        };
        self.line(&format!("v{name} {sign} {value};"));
    }

    /// Makes a list longer, if there is one; perhaps by itself.
    fn lengthen(&mut self, depth: usize) {
        let Some((name, _)) = self.variable(Some(List)) else { return };
        let value = self.of(Whole, depth);
        let line = match self.below(4) {
            0 => format!("v{name} += v{name};"),
            1 => format!("v{name}.push(v{name});"),
            2 => format!("v{name}.pad({value}, 0);"),
            _ => format!("v{name}.push({value});"),
        };
        self.line(&line);
    }

    fn looped(&mut self, head: &str, depth: usize, has_variable: bool) {
        let was_in_loop = std::mem::replace(&mut self.is_in_loop, true);
        self.block(head, depth, has_variable.then_some(Whole));
        self.is_in_loop = was_in_loop;
    }

    fn block(&mut self, head: &str, depth: usize, variable: Option<Kind>) {
        self.line(head);
        let n_before = self.variables.len();
        self.variables.extend(variable);
        for _ in 0..1 + self.below(3) {
            self.statement(depth - 1);
        }
        self.variables.truncate(n_before);
        self.line("}");
    }

    /// A variable in reach, of a kind if one is asked for.
    fn variable(&mut self, kind: Option<Kind>) -> Option<(usize, Kind)> {
        let known = self.variables.iter().copied().enumerate();
        let fit: Vec<_> = known.filter(|one| kind.is_none_or(|kind| kind == one.1)).collect();
        if fit.is_empty() { None } else { Some(fit[self.below(fit.len())]) }
    }

    /// An expression of a kind.
    fn of(&mut self, kind: Kind, depth: usize) -> String {
        if self.below(3) == 1
            && let Some((name, _)) = self.variable(Some(kind))
        {
            return format!("v{name}");
        }
        if depth == 0 {
            return self.simple(kind).to_owned();
        }
        let depth = depth - 1;
        match (kind, self.below(5)) {
            (_, 0) => self.simple(kind).to_owned(),
            (_, 1) => {
                let test = self.of(Truth, depth);
                let (one, other) = (self.of(kind, depth), self.of(kind, depth));
                format!("(if {test} {{ {one} }} else {{ {other} }})")
            }
            (Whole, 2) if self.n_functions > 0 => {
                let name = self.below(self.n_functions);
                let n = [3, 9, 15, 40][self.below(4)];
                format!("f{name}({n})")
            }
            (Whole, 3) => {
                let list = self.of(List, depth);
                format!("({list}).len()")
            }
            (Whole | Real, _) => {
                let sign = ["+", "-", "*", "/", "%", "**"][self.below(6)];
                let (one, other) = (self.of(kind, depth), self.of(kind, depth));
                format!("({one} {sign} {other})")
            }
            (Truth, 2) => format!("!({})", self.of(Truth, depth)),
            (Truth, _) => {
                let sign = ["<", ">=", "==", "!="][self.below(4)];
                let kind = [Whole, Real][self.below(2)];
                let (one, other) = (self.of(kind, depth), self.of(kind, depth));
                format!("({one} {sign} {other})")
            }
            (Text, _) => {
                let (one, other) = (self.of(Text, depth), self.of(Text, depth));
                format!("({one} + {other})")
            }
            (List, 2) => {
                let (list, value) = (self.of(List, depth), self.of(Whole, depth));
                format!("({list}).map(|x| {value})")
            }
            (List, 3) => {
                let list = self.of(List, depth);
                format!("({list}).filter(|x| x > 0)")
            }
            (List, _) => {
                let (one, other) = (self.of(List, depth), self.of(List, depth));
                format!("({one} + {other})")
            }
        }
    }

    fn simple(&mut self, kind: Kind) -> &'static str {
        let known: &[&str] = match kind {
            Whole => &["1", "0", "7", "seat", "played", "moves", "points", "9223372036854775807"],
            Real => &["0.5", "2.0", "0.0", "1e300", "-3.25"],
            Truth => &["true", "seat == 1", "false"],
            Text => &["\"ab\"", "\"\"", "\"0123456789abcdef\""],
            List => &["cells", "[1, 2, 3]", "[]", "[[1], 2]", "kinds"],
        };
        known[self.below(known.len())]
    }
}
