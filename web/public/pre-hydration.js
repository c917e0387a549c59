// Runs before the first paint. Without a stored choice, CSS alone follows the theme of the system.
const root = document.documentElement
try {
  const choice = localStorage.getItem('theme')
  if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  // Shows posts as a list from the first paint, if the visitor has chosen that view.
  if (localStorage.getItem('posts-view') === 'list') root.dataset.postsView = 'list'
} catch {
  // Storage can be forbidden; the page then follows the theme of the system.
}
// Hides the login links from a member while the viewer is loading.
if (/(^|; )(__Host-)?signed-in=/.test(document.cookie)) root.dataset.session = 'unknown'

// Marks a button that is pressed before hydration; src/lib/pre-hydration.ts clicks it afterwards.
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
