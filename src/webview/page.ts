// The only script of the pages: shows the sections that the extension sends, and reports to it what was chosen.
import { isObject, parseJson } from '../core/text.ts';
import type { PageUpdate, PictureUpdate, UntrustedHtml } from '../domain/pages/update.ts';
import { Pictures } from './pictures.ts';
import { linkReferences } from './references.ts';
import { sanitize } from './sanitize.ts';
import { optionsOf, type SanitizeOptions } from './sanitizeOptions.ts';
import { PageSections } from './pageSections.ts';
import { isTalkUpdate, Talk } from './talk.ts';
import { followTasks, offerTasks } from './tasks.ts';

interface ExtensionConnection {
  getState(): unknown;
  setState(state: object): void;
  postMessage(message: object): void;
}

declare function acquireVsCodeApi(): ExtensionConnection;

const extension = acquireVsCodeApi();
const { body } = document;
const { target: targetText = '{}', loaded = '{0}', image: imageWord = '' } = body.dataset;

const pictures = new Pictures((path) => extension.postMessage({ type: 'picture', path }));
const options = new Map<string, SanitizeOptions>();
const drawing = {
  sanitized: (html: UntrustedHtml) => {
    const { repository, isDocument } = html;
    const key = JSON.stringify([repository, isDocument]);
    const how = options.get(key) ?? optionsOf(html, imageWord);
    options.set(key, how);
    const fragment = sanitize(window, html.source, how);
    linkReferences(fragment, html.repository);
    if (html.tasksOf !== undefined) offerTasks(fragment, html.tasksOf);
    return fragment;
  },
  drawn: (part: Element) => {
    pictures.observe(part);
    colorLabels(part);
  },
};
const sections = new PageSections({
  ...drawing,
  loaded: (heading) => {
    const status = document.getElementById('status');
    if (status !== null) status.textContent = loaded.replace('{0}', heading);
  },
});

const talk = talkOf(document.getElementById('conversation'), document.getElementById('writer'));

function talkOf(section: HTMLElement | null, template: HTMLElement | null): Talk | undefined {
  if (section === null || !(template instanceof HTMLTemplateElement)) return undefined;
  const post = (message: object): void => extension.postMessage({ type: 'talk', ...message });
  followTasks(post);
  return new Talk(section, template, { ...drawing, post });
}

const restoring = { top: storedTop() };

function storedTop(): number {
  const state = extension.getState();
  return isObject(state) && typeof state.scroll === 'number' ? state.scroll : 0;
}

function store(): void {
  const target = parseJson(targetText);
  extension.setState({ ...(isObject(target) ? target : {}), scroll: window.scrollY });
}

function restoreScroll(): void {
  if (restoring.top <= 0) return;
  window.scrollTo(0, restoring.top);
  if (window.scrollY >= restoring.top) restoring.top = 0;
}

store();
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isPictureUpdate(data)) pictures.show(data);
  else if (isTalkUpdate(data)) {
    talk?.receive(data.talk);
    restoreScroll();
  } else if (isPageUpdate(data)) {
    body.classList.toggle('failed', data.failed);
    for (const [id, view] of Object.entries(data.sections)) sections.show(id, view);
    restoreScroll();
  }
});

// Before the editor's own handler of links, so that an action is no visit to the web.
window.addEventListener(
  'click',
  (event) => {
    const chosen = event.target instanceof Element ? event.target.closest('[data-action], [data-talk]') : null;
    if (!(chosen instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { talk: does, ...rest } = chosen.dataset;
    const type = does === undefined ? {} : { type: 'talk', do: does };
    extension.postMessage({ type: 'action', ...rest, ...type });
  },
  true,
);

// A picture that does not load leaves the letter of its person.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.closest('.avatar') !== null) target.remove();
  },
  true,
);
window.addEventListener('scroll', store, { passive: true });
window.addEventListener('wheel', () => (restoring.top = 0), { passive: true });
window.addEventListener('keydown', () => (restoring.top = 0));
extension.postMessage({ type: 'ready' });

/** Colours labels with `data-fill` and `data-text`: the policy forbids styles in markup. Invalid values do nothing. */
function colorLabels(part: Element): void {
  for (const label of part.querySelectorAll<HTMLElement>('.label[data-fill][data-text]')) {
    const { fill = '', text = '' } = label.dataset;
    label.style.setProperty('--fill', fill);
    label.style.setProperty('--text', text);
  }
}

function isPictureUpdate(data: unknown): data is PictureUpdate {
  return isObject(data) && typeof data.path === 'string';
}

function isPageUpdate(data: unknown): data is PageUpdate {
  return isObject(data) && isObject(data.sections);
}
