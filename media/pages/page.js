// The only script of the pages: shows the parts that the extension sends, and tells it what was chosen.
(() => {
  const editor = acquireVsCodeApi();
  const { body } = document;
  const target = JSON.parse(body.dataset.target ?? '{}');
  const status = document.getElementById('status');
  const kept = editor.getState() ?? {};
  let restoring = typeof kept.scroll === 'number' ? kept.scroll : 0;
  const keep = () => editor.setState({ ...target, scroll: window.scrollY });
  keep();
  const shown = new WeakMap();

  // Pictures of the repository: the extension reads those that come into sight.
  const pictures = new Map();
  const sight = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target: link } of seen) {
      if (!isIntersecting) continue;
      sight.unobserve(link);
      const { path } = link.dataset;
      if (pictures.has(path)) picture(link, pictures.get(path));
      else editor.postMessage({ type: 'picture', path });
    }
  });

  function picture(link, address) {
    if (!address || link.querySelector('img')) return;
    const words = link.textContent;
    const shown = new Image();
    shown.alt = words;
    for (const side of ['width', 'height']) if (link.dataset[side]) shown.setAttribute(side, link.dataset[side]);
    shown.addEventListener('error', () => link.replaceChildren(words));
    shown.src = address;
    link.replaceChildren(shown);
  }

  function place(id, { markup, busy }) {
    const section = document.getElementById(id);
    const part = section?.querySelector(':scope > .body');
    if (!section || !part) return;
    const waited = section.getAttribute('aria-busy') === 'true';
    section.setAttribute('aria-busy', String(busy));
    if (section.tagName === 'SECTION') section.hidden = markup === '' && !busy;
    if (shown.get(part) === markup) return;
    const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
    const key = focused?.dataset.key;
    const open = new Set([...part.querySelectorAll('details[open]')].map((one) => one.dataset.key));
    const left = [...part.querySelectorAll('[data-scroll]')].map((one) => one.scrollLeft);
    const first = !shown.has(part);
    shown.set(part, markup);
    part.innerHTML = markup;
    for (const link of part.querySelectorAll('[data-picture]')) sight.observe(link);
    for (const one of part.querySelectorAll('details')) if (open.has(one.dataset.key)) one.open = true;
    for (const [index, one] of part.querySelectorAll('[data-scroll]').entries()) {
      one.scrollLeft = first || left[index] === undefined ? one.scrollWidth : left[index];
    }
    if (focused) {
      const again =
        key === undefined ? undefined : [...part.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key);
      (again ?? section.querySelector('h1, h2'))?.focus({ preventScroll: true });
    }
    const heading = section.querySelector('h1, h2')?.textContent ?? '';
    if (waited && !busy && status) status.textContent = (body.dataset.loaded ?? '{0}').replace('{0}', heading);
  }

  window.addEventListener('message', ({ data }) => {
    if (typeof data?.path === 'string') {
      if (data.picture) pictures.set(data.path, data.picture);
      for (const link of document.querySelectorAll('[data-picture]'))
        if (link.dataset.path === data.path) picture(link, data.picture);
      return;
    }
    if (typeof data?.sections !== 'object') return;
    body.classList.toggle('failed', data.failed === true);
    for (const [id, view] of Object.entries(data.sections)) place(id, view);
    if (restoring > 0) {
      window.scrollTo(0, restoring);
      if (window.scrollY >= restoring) restoring = 0;
    }
  });

  // Before the editor's own handler of links, so that an action is no visit to the web.
  window.addEventListener(
    'click',
    (event) => {
      const chosen = event.target instanceof Element ? event.target.closest('[data-action]') : null;
      if (!(chosen instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      editor.postMessage({ type: 'action', ...chosen.dataset });
    },
    true,
  );

  // A picture that does not come leaves its letter, or its words.
  window.addEventListener(
    'error',
    ({ target: lost }) => lost instanceof HTMLImageElement && lost.closest('.avatar') && lost.remove(),
    true,
  );
  window.addEventListener('scroll', keep, { passive: true });
  window.addEventListener('wheel', () => (restoring = 0), { passive: true });
  window.addEventListener('keydown', () => (restoring = 0));
  editor.postMessage({ type: 'ready' });
})();
