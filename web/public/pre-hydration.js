// Runs before the first paint. Without a stored choice the page follows the system by CSS alone.
const root = document.documentElement
try {
  const choice = localStorage.getItem('theme')
  if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  // Whoever reads posts in a list is not shown a grid while the page loads.
  if (localStorage.getItem('posts-view') === 'list') root.dataset.postsView = 'list'
} catch {
  // Storage can be forbidden; the system's theme is then the right one.
}
// A member is not offered to log in while the page asks who they are.
if (/(^|; )(__Host-)?signed-in=/.test(document.cookie)) root.dataset.session = 'unknown'

// A button that is pressed before the page's code is there is marked, and pressed again by src/lib/pre-hydration.ts.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('button')
    if (!button || root.dataset.page) return
    event.preventDefault()
    button.dataset.pressedEarly = ''
  },
  true,
)
