/* Runs before the first paint: theme and session are on <html> before anything is drawn. */
(() => {
  var html = document.documentElement;
  try {
    if (localStorage.getItem('theme') === 'dark') html.setAttribute('data-theme', 'dark');
    if (localStorage.getItem('token') && localStorage.getItem('user'))
      html.setAttribute('data-session', 'in');
  } catch (_) {}
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
