/** First in the tab order. `main` takes focus (tabindex -1), so the browser itself moves focus there. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to main content
    </a>
  );
}
