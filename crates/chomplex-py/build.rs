//! Some systems must be told that the interpreter brings its symbols along.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
