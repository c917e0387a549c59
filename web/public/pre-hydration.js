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

// Asks for what a member's page needs first, while its code is loading; src/lib/api/early-replies.ts hands the replies over.
window.earlyReplies = new Map()
if (/(^|; )(__Host-)?signed-in=/.test(document.cookie)) {
  // Hides the login links from a member while the viewer is loading.
  root.dataset.session = 'unknown'
  const urls = ['/api/users/me']
  if (location.pathname === '/posts' && location.search === '') urls.push('/api/posts/browse')
  for (const url of urls) {
    const reply = fetch(url, { credentials: 'same-origin' })
    // The page reports a failed request, if it needs the reply at all.
    reply.catch(() => {})
    window.earlyReplies.set(url, reply)
  }
}

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

// Keeps the shortcuts that are pressed before hydration; src/lib/pre-hydration.ts replays them afterwards.
window.earlyKeys = []
document.addEventListener(
  'keydown',
  (event) => {
    if (root.dataset.page === 'hydrated' || event.repeat || event.isComposing) return
    const isPaletteShortcut = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
    const isSingleKey =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const isTyping = event.target.closest('input, textarea, select')
    if (isPaletteShortcut) event.preventDefault()
    if (isPaletteShortcut || (isSingleKey && !isTyping)) window.earlyKeys.push(event)
  },
  true,
)
