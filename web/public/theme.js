// Runs before the first paint. Without a stored choice the page follows the system by CSS alone.
try {
  const choice = localStorage.getItem('theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // Storage can be forbidden; the system's theme is then the right one.
}
