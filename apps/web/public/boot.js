/* Runs before the first paint: theme and session are on <html> before anything is drawn. */
(() => {
  var html = document.documentElement;
  var { dashboard } = document.currentScript.dataset;
  try {
    if (localStorage.getItem('theme') === 'dark') html.setAttribute('data-theme', 'dark');
    if (localStorage.getItem('token') && localStorage.getItem('user')) {
      html.setAttribute('data-session', 'in');
      askForProfile(localStorage.getItem('token'), localStorage.getItem('position'));
      if (
        dashboard &&
        location.pathname === '/dashboard' &&
        JSON.parse(localStorage.getItem('user')).role === 'farmer'
      )
        preload(dashboard.split(' '));
    }
  } catch (_) {}
  /* What the Loading screen waits for is on its way before the scripts are: see src/lib/early-profile.ts. */
  function askForProfile(token, position) {
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
  /* All at once, instead of each file when the one before it asks for it. */
  function preload(files) {
    files.forEach((file) => {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = `/assets/${file}`;
      document.head.append(link);
    });
  }
  /* A form sent before the page is awake is kept, not posted; the page sends it once it can. */
  document.addEventListener(
    'submit',
    (event) => {
      if (html.hasAttribute('data-ready')) return;
      event.preventDefault();
      window.earlySubmit = { form: event.target, submitter: event.submitter };
    },
    true,
  );
  /* So is a tap on the bar (menu, language, theme): kept by its name, done once the bar can. */
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
