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
    const reply = fetch(url)
    // The page reports a failed request, if it needs the reply at all.
    reply.catch(() => {})
    window.earlyReplies.set(url, reply)
  }
}

// Keeps the buttons that are pressed before hydration has ended; src/lib/pre-hydration.ts clicks them afterwards.
window.earlyPresses = new Set()
document.addEventListener(
  'click',
  (event) => {
    if ('hydrated' in root.dataset) return
    // The prerendered links between account pages lack `next`, the page to open after signing in.
    const link = event.target.closest('[href$=login],[href$=signup],[href$=password]')
    if (link && /next=/.test(location.search)) link.search = location.search
    const button = event.target.closest('button')
    if (!button) return
    event.preventDefault()
    // React must not handle it too: a form that is not hydrated to its end does not know yet what was typed.
    event.stopPropagation()
    window.earlyPresses.add(button)
  },
  true,
)

// Keeps the shortcuts that are pressed before hydration; src/lib/pre-hydration.ts replays them afterwards.
window.earlyKeys = new Set()
document.addEventListener(
  'keydown',
  (event) => {
    if ('hydrated' in root.dataset || event.repeat || event.isComposing) return
    const isPaletteShortcut = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
    const isSingleKey =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const isTyping = event.target.closest('input, textarea, select')
    if (isPaletteShortcut) event.preventDefault()
    if (isPaletteShortcut || (isSingleKey && !isTyping)) window.earlyKeys.add(event)
  },
  true,
)
