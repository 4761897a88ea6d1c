//! `cargo xtask book`: one static site from the pages of the repository.
//!
//! `docs/book/SUMMARY.en.md` and `SUMMARY.pt.md` list the chapters by their path in the repository. mdBook makes the
//! two halves of the book from them, `cargo doc` the Rust reference, pdoc the Python reference. Links between pages work
//! as they do in the repository; links to items of a crate lead to the Rust reference, and what else a page names (a
//! picture, a program) comes along. A link of the book that leads nowhere is an error.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::markdown::{links, target_of, title};
use crate::python::target;
use crate::{cargo, python, root, succeed};

/// mdBook as it is installed where it is missing.
const MDBOOK: &str = "0.5.4";

/// A half of the book: its language as HTML names it, and its title.
const HALVES: [(&str, &str); 2] = [("en", "The Plywood book"), ("pt", "O livro do Plywood")];

/// Makes the site and says where it is. Without the references it takes seconds; their links are then left out.
pub(crate) fn run(has_references: bool) -> anyhow::Result<()> {
    let mdbook = mdbook()?;
    let folder = target().join("book");
    let site = folder.join("site");
    if site.is_dir() {
        fs::remove_dir_all(&site)?;
    }
    fs::create_dir_all(&site)?;
    if has_references {
        rust_reference(&site.join("rust"))?;
        python::reference(&site.join("python"))?;
    }
    for (language, name) in HALVES {
        let book = Book { language, source: folder.join(language), site: &site };
        book.gather()?;
        fs::write(book.source.join("book.toml"), settings(language, name))?;
        let mut build = Command::new(&mdbook);
        build.arg("build").arg(&book.source).arg("--dest-dir").arg(site.join(language));
        succeed(&mut build)?;
    }
    fs::write(site.join("index.html"), FIRST_PAGE)?;
    check(&site)?;
    println!("{} is the first page", site.join("index.html").display());
    Ok(())
}

/// Sends readers to the half in their language.
const FIRST_PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Plywood</title>\n<script>location.replace(navigator.language.startsWith('pt') ? 'pt/' : 'en/');</script>\n\
    <p><a href=\"en/index.html\">The Plywood book</a> · <a href=\"pt/index.html\" lang=\"pt\">O livro do Plywood</a>\n";

fn settings(language: &str, name: &str) -> String {
    // Chapters keep their names: README.md is no folder's first page here.
    format!(
        "[book]\ntitle = \"{name}\"\nlanguage = \"{language}\"\n\n\
         [build]\nuse-default-preprocessors = false\n\n\
         [output.html]\nno-section-label = true\n\n[output.html.search]\nlimit-results = 20\n"
    )
}

/// mdBook's program, installed into the target folder if it is not there.
fn mdbook() -> anyhow::Result<PathBuf> {
    let tools = target().join("tools");
    let program = tools.join("bin").join("mdbook");
    if !program.is_file() {
        println!("  the book needs mdBook: installing it with cargo");
        let mut install = cargo(&["install", "mdbook", "--locked", "--version", MDBOOK]);
        install.args(["--no-default-features", "--features", "search", "--root"]);
        succeed(install.arg(tools))?;
    }
    Ok(program)
}

fn rust_reference(out: &Path) -> anyhow::Result<()> {
    let folder = target().join("book").join("rustdoc");
    let mut doc = cargo(&["doc", "--no-deps", "--package", "plywood", "--all-features"]);
    for name in ["contract", "search", "games", "judges", "solvers", "trees", "workbench"] {
        doc.args(["--package", &format!("plywood-{name}")]);
    }
    succeed(doc.arg("--target-dir").arg(&folder))?;
    copy_folder(&folder.join("doc"), out)
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().context("an entry has a name")?;
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// One half of the book on its way.
struct Book<'a> {
    language: &'a str,
    /// What mdBook reads.
    source: PathBuf,
    /// The site as far as it is made.
    site: &'a Path,
}

impl Book<'_> {
    /// Brings the chapters, and what they name, to where mdBook reads them.
    fn gather(&self) -> anyhow::Result<()> {
        if self.source.is_dir() {
            fs::remove_dir_all(&self.source)?;
        }
        let contents = root().join("docs/book").join(format!("SUMMARY.{}.md", self.language));
        let contents = fs::read_to_string(&contents)
            .with_context(|| format!("cannot read {}", contents.display()))?;
        let chapters: BTreeSet<PathBuf> =
            links(&contents).iter().filter_map(|link| target_of(&self.top(), &link.to)).collect();
        for chapter in &chapters {
            let text = fs::read_to_string(chapter)
                .with_context(|| format!("cannot read {}", chapter.display()))?;
            if title(&text).is_none() {
                bail!("{} has no title", chapter.display());
            }
            let page = self.page(chapter, &text, &chapters)?;
            self.write(chapter, self.without_figures(&page).as_bytes())?;
        }
        let elsewhere = self.add_elsewhere()?;
        fs::write(self.source.join("src").join("SUMMARY.md"), contents + &elsewhere)?;
        Ok(())
    }

    /// A page at the top of the repository, from which the contents count.
    fn top(&self) -> PathBuf {
        root().join("SUMMARY.md")
    }

    /// Adds the last chapter, which leads to the other half and to the references, if they were made.
    fn add_elsewhere(&self) -> anyhow::Result<String> {
        let (name, other, references) = match self.language {
            "pt" => ("Noutro lado", "[The book in English](../en/index.html)", "Referência"),
            _ => ("Elsewhere", "[O livro em português](../pt/index.html)", "Reference"),
        };
        let mut page = format!("# {name}\n\n- {other}\n");
        if self.site.join("rust").is_dir() {
            page += &format!("- [{references}: Rust](../rust/plywood/index.html)\n");
            page += &format!("- [{references}: Python](../python/index.html)\n");
        }
        fs::write(self.source.join("src").join("elsewhere.md"), page)?;
        Ok(format!("\n---\n\n[{name}](elsewhere.md)\n"))
    }

    /// Writes a file where mdBook reads it, at its path in the repository.
    fn write(&self, file: &Path, content: &[u8]) -> anyhow::Result<()> {
        let file = file.strip_prefix(root()).context("a chapter lies in the repository")?;
        let to = self.source.join("src").join(file);
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::write(&to, content).with_context(|| to.display().to_string())
    }

    /// A chapter with links that lead somewhere in the site.
    fn page(
        &self,
        chapter: &Path,
        text: &str,
        chapters: &BTreeSet<PathBuf>,
    ) -> anyhow::Result<String> {
        let mut page = text.to_owned();
        let up = "../".repeat(chapter.strip_prefix(root())?.components().count());
        for link in links(text).into_iter().rev() {
            if link.to.starts_with("crate::") {
                let item = self.item(&link.to).map_or("#".to_owned(), |item| up.clone() + &item);
                page.replace_range(link.range, &item);
                continue;
            }
            let Some(target) = target_of(chapter, &link.to) else { continue };
            if chapters.contains(&target) {
                continue; // mdBook knows it.
            }
            if target.is_file() {
                self.write(&target, &fs::read(&target)?)?;
            } else {
                // A folder: what it holds is looked at in the repository.
                page.replace_range(link.range, "#");
            }
        }
        Ok(page)
    }

    /// A lesson as it can be printed: what lives on the page is only named.
    fn without_figures(&self, page: &str) -> String {
        let instead = match self.language {
            "pt" => "> ▶ Aqui a página tem uma figura viva: `plywood serve`, *Aprender*.",
            _ => "> ▶ The page has a live figure here: `plywood serve`, *Learn*.",
        };
        let lines = page.lines().map(|line| if line.starts_with("::") { instead } else { line });
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// The page of an item in the Rust reference, as `rust/plywood/fn.a_star.html`.
    fn item(&self, path: &str) -> Option<String> {
        let names: Vec<&str> = path.split("::").skip(1).collect();
        // The last name may be a method or a constant of the one before it.
        (1..=names.len()).rev().find_map(|n| {
            let (last, modules) = names[..n].split_last()?;
            let mut folder = PathBuf::from("rust/plywood");
            folder.extend(modules);
            let module = folder.join(last).join("index.html");
            let of_kind = |kind: &str| folder.join(format!("{kind}.{last}.html"));
            let kinds = ["fn", "struct", "trait", "enum", "macro", "type", "constant"];
            let pages = kinds.iter().map(|kind| of_kind(kind)).chain([module]);
            pages.into_iter().find(|page| self.site.join(page).is_file()).map(|page| {
                page.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
            })
        })
    }
}

/// Looks through the book's pages for links to files that are not there.
fn check(site: &Path) -> anyhow::Result<()> {
    let mut dead = Vec::new();
    for (language, _) in HALVES {
        check_folder(&site.join(language), site, &mut dead)?;
    }
    if !dead.is_empty() {
        bail!("links that lead nowhere:\n  {}", dead.join("\n  "));
    }
    Ok(())
}

fn check_folder(folder: &Path, site: &Path, dead: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            check_folder(&path, site, dead)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            let text = fs::read_to_string(&path)?;
            for to in addresses(&text) {
                if target_of(&path, to).is_some_and(|target| !target.exists()) {
                    let page = path.strip_prefix(site).unwrap_or(&path).display();
                    dead.push(format!("{page}: {to}"));
                }
            }
        }
    }
    Ok(())
}

/// The addresses in a page of HTML, as they are written.
fn addresses(html: &str) -> impl Iterator<Item = &str> {
    let after =
        |mark: &'static str| html.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    after(" href=\"").chain(after(" src=\"")).filter(|to| !to.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chapters of a half, as paths in the repository.
    fn chapters(language: &str) -> Vec<String> {
        let file = root().join("docs/book").join(format!("SUMMARY.{language}.md"));
        links(&fs::read_to_string(file).unwrap()).into_iter().map(|link| link.to).collect()
    }

    #[test]
    fn the_book_holds_every_explanation_and_every_decision() {
        let [english, portuguese] = HALVES.map(|(language, _)| chapters(language));
        for (folder, chapters) in [
            ("crates/language/explain/en", &english),
            ("crates/language/explain/pt", &portuguese),
            ("docs/adr", &english),
            ("docs", &english),
            ("crates/plywood/guide", &english),
            ("crates/language/lessons/en", &english),
            ("crates/language/lessons/pt", &portuguese),
        ] {
            for entry in fs::read_dir(root().join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let page = format!("{folder}/{name}");
                assert!(!name.ends_with(".md") || chapters.contains(&page), "{page}");
            }
        }
    }

    #[test]
    fn addresses_are_those_of_links_and_pictures() {
        let html = r##"<a href="a.html#x">a</a> <img src="b.png"> <a href="">c</a>"##;
        assert_eq!(addresses(html).collect::<Vec<_>>(), ["a.html#x", "b.png"]);
    }
}
