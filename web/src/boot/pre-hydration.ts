/**
 * Runs inline in every document, before its styles and its code, so that no lost file can keep it from running: it prepares the
 * first paint, asks early for what a member's page needs, keeps input until hydration, and says so when the page does not start.
 * Inserted by `vite.config.ts` without its types, so it imports nothing; the API allows it by its hash.
 */
{
  const EARLY_REPLY_TIMEOUT_MS = 10_000
  const START_TIMEOUT_MS = 15_000
  const EXPLAIN_WAIT_MS = 1_000
  const RELOADED_KEY = 'reloaded-to-start'

  const root = document.documentElement
  const isHydrated = () => 'hydrated' in root.dataset

  // Without a stored choice, CSS alone follows the theme of the system.
  try {
    const choice = localStorage.getItem('theme')
    if (choice === 'light' || choice === 'dark') root.dataset['theme'] = choice
    // Shows posts as a list from the first paint, if the visitor has chosen that view.
    if (localStorage.getItem('posts-view') === 'list') root.dataset['postsView'] = 'list'
  } catch {
    // Storage can be forbidden; the page then follows the theme of the system.
  }

  // Asks for what a member's page needs first, while its code is loading; lib/api/early-replies.ts hands the replies over.
  const earlyReplies = (window.earlyReplies = new Map())
  if (/(^|; )(__Host-)?signed-in=/.test(document.cookie)) {
    // Hides the login links from a member while the viewer is loading.
    root.dataset['session'] = 'unknown'
    const urls = ['/api/users/me']
    if (location.pathname === '/posts' && location.search === '') urls.push('/api/posts/browse')
    for (const url of urls) {
      // A request without an end would hold back every later one for the same address in the browser's cache.
      const reply = fetch(url, { signal: AbortSignal.timeout(EARLY_REPLY_TIMEOUT_MS) })
      // The page reports a failed request, if it needs the reply at all.
      reply.catch(() => undefined)
      earlyReplies.set(url, reply)
    }
  }

  /** Ends the requests that never come to an end: the browser has six connections, and the reload needs one of them. */
  const reload = () => {
    window.stop()
    location.reload()
  }

  const showNotice = (text: string, hasReload: boolean) => {
    const notice = document.getElementById('start-notice') ?? document.createElement('div')
    notice.id = 'start-notice'
    notice.setAttribute('role', 'alert')
    // System colors and fonts: the styles of the product may be what is missing.
    notice.style.cssText =
      'position:fixed;inset:auto 1rem 1rem;z-index:99;margin:auto;width:fit-content;max-width:100%;padding:.75rem 1rem;' +
      'border:1px solid;border-radius:.75rem;background:Canvas;color:CanvasText;font:16px/1.5 system-ui'
    notice.textContent = text
    if (hasReload) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Reload'
      button.style.cssText =
        'margin-left:.75rem;text-decoration:underline;font:inherit;cursor:pointer'
      button.addEventListener('click', reload)
      notice.append(button)
    }
    ;(document.body ?? root).append(notice)
  }

  window.askToReload = () => {
    // The browser paints nothing while it waits for a stylesheet.
    if (!isHydrated()) {
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        // A link that a script inserts delays no painting. Its other address does not wait for the first answer.
        if (!link.sheet)
          link.replaceWith(
            Object.assign(document.createElement('link'), {
              rel: 'stylesheet',
              href: `${link.href}?again`,
            }),
          )
    }
    showNotice('This page could not be loaded completely.', true)
  }

  /** Once in a row: `replay-early-input.ts` forgets it as soon as a page has started. */
  const reloadOnce = () => {
    if (isHydrated()) return
    try {
      if (navigator.onLine && sessionStorage.getItem(RELOADED_KEY) === null) {
        sessionStorage.setItem(RELOADED_KEY, '')
        reload()
        return
      }
    } catch {
      // Without storage nothing would end the reloads.
    }
    window.askToReload?.()
  }
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      const isOwnError = event instanceof ErrorEvent && event.filename.startsWith(location.origin)
      const file =
        target instanceof HTMLScriptElement
          ? target.src
          : target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.href
      if (isOwnError || (file && file.startsWith(location.origin))) reloadOnce()
    },
    true,
  )
  // The errors of browser extensions are not ours.
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof Error && reason.stack?.includes('-extension://'))) reloadOnce()
  })
  setTimeout(() => isHydrated() || window.askToReload?.(), START_TIMEOUT_MS)

  // Keeps the buttons that are pressed before hydration has ended; replay-early-input.ts clicks them afterwards.
  const earlyPresses = (window.earlyPresses = new Set())
  const explainWait = () => {
    if (!isHydrated() && !document.getElementById('start-notice'))
      showNotice('Still loading. Your click counts as soon as the page is ready.', false)
  }
  document.addEventListener(
    'click',
    (event) => {
      if (isHydrated() || !(event.target instanceof Element)) return
      // The prerendered links between account pages lack `next`, the page to open after signing in.
      const link = event.target.closest<HTMLAnchorElement>(
        '[href$=login],[href$=signup],[href$=password]',
      )
      if (link && location.search.includes('next=')) link.search = location.search
      const button = event.target.closest('button')
      if (!button || button.closest('#start-notice')) return
      event.preventDefault()
      // React must not handle it too: a form that is not hydrated to its end does not know yet what was typed.
      event.stopPropagation()
      earlyPresses.add(button)
      setTimeout(explainWait, EXPLAIN_WAIT_MS)
    },
    true,
  )
  // The browser itself would send a form as a GET request, with the password in the address.
  document.addEventListener('submit', (event) => isHydrated() || event.preventDefault(), true)

  // Keeps the shortcuts that are pressed before hydration; replay-early-input.ts repeats them afterwards.
  const earlyKeys = (window.earlyKeys = new Set())
  document.addEventListener(
    'keydown',
    (event) => {
      if (isHydrated() || event.repeat || event.isComposing) return
      const isPaletteShortcut = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
      const isSingleKey =
        event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select')
      if (isPaletteShortcut) event.preventDefault()
      if (isPaletteShortcut || (isSingleKey && !isTyping)) earlyKeys.add(event)
    },
    true,
  )
}
