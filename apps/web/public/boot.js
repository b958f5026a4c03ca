/* Runs before the first paint: sets theme, session and width of the side navigation on <html>. */
(() => {
  var html = document.documentElement;
  var { dashboard } = document.currentScript.dataset;
  /* Below 1280 px the page needs the width. */
  html.setAttribute('data-nav', innerWidth < 1280 ? 'rail' : 'full');
  try {
    if (localStorage.getItem('nav')) html.setAttribute('data-nav', localStorage.getItem('nav'));
    if (localStorage.getItem('theme') === 'dark') html.setAttribute('data-theme', 'dark');
    if (localStorage.getItem('token') && localStorage.getItem('user')) {
      html.setAttribute('data-session', 'in');
      requestProfile(localStorage.getItem('token'), localStorage.getItem('position'));
      if (
        dashboard &&
        location.pathname === '/dashboard' &&
        JSON.parse(localStorage.getItem('user')).role === 'farmer'
      )
        preload(dashboard.split(' '));
    }
  } catch (_) {}
  /* Starts the profile request before the scripts load: see src/lib/session/session-store.ts. */
  function requestProfile(token, position) {
    var stopping = new AbortController();
    var headers = {
      'Content-Type': 'application/json',
      'Accept-Language': html.lang,
      Authorization: `Bearer ${token}`,
    };
    var known = (position || '').split(' ');
    if (known[0] && Math.abs(Date.now() - known[1]) < 60000) headers['x-ardhi-position'] = known[0];
    var answer = fetch('/api/auth/profile', { headers, redirect: 'error', signal: stopping.signal });
    answer.catch(() => {});
    window.earlyProfile = { token, answer, stopping };
  }
  /* Loads the files in parallel instead of one after the other. */
  function preload(files) {
    files.forEach((file) => {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = `/assets/${file}`;
      document.head.append(link);
    });
  }
  /* A form submitted before hydration is held back; the page submits it afterwards. */
  document.addEventListener(
    'submit',
    (event) => {
      if (html.hasAttribute('data-ready')) return;
      event.preventDefault();
      window.earlySubmit = { form: event.target, submitter: event.submitter };
    },
    true,
  );
  /* The browser offers the home screen only once per page; see src/offline/install-offer.ts. */
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installPrompt = event;
  });
  /* Taps on the buttons of a prerendered page before hydration are recorded and replayed afterwards. */
  window.earlyTaps = [];
  document.addEventListener(
    'click',
    (event) => {
      var button = window.earlyTaps && event.target.closest('[data-early]');
      if (!button) return;
      event.stopPropagation();
      window.earlyTaps.push(button.getAttribute('data-early'));
    },
    true,
  );
})();
