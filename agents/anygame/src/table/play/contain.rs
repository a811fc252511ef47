//! Containment of agents' panics: the game continues, and no message reaches the terminal.

use agents::Fault;
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread will be contained.
    static IS_CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and turns a panic into a fault. After a panic, values that `work` was modifying should not be
/// used.
///
/// # Errors
/// Returns the panic as a fault.
pub fn contained<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_CONTAINED.get() {
                usual(panic);
            }
        }));
    });
    IS_CONTAINED.set(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(work));
    IS_CONTAINED.set(false);
    outcome.map_err(|panic| Fault::new(&format!("panic: {}", message(&*panic))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_fault() {
        assert_eq!(contained(|| 7), Ok(7));
        let fault = |work: fn()| contained(work).unwrap_err().to_string();
        assert_eq!(fault(|| panic!("no ships")), "panic: no ships");
        assert_eq!(fault(|| panic!("{} ships", 3)), "panic: 3 ships");
        assert_eq!(fault(|| panic::panic_any(3)), "panic: without a message");
    }
}
