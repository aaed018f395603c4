// The script of the search view: shows what the extension found, and reports to it what the user asks for.
import { isObject } from '../../core/text.ts';
import type { SearchNote, ViewRequest, SearchState } from '../../domain/search/viewMessages.ts';
import { FormView } from './formView.ts';
import { replacementOf } from './lines.ts';
import { ResultTree, type TreeMemory } from './resultTree.ts';
import { element, isSearchUpdate } from './updates.ts';

interface ExtensionConnection {
  getState(): unknown;
  setState(state: object): void;
  postMessage(message: object): void;
}

declare function acquireVsCodeApi(): ExtensionConnection;

const extension = acquireVsCodeApi();
const send = (request: ViewRequest): void => extension.postMessage(request);
const { replace = '', replaceFile = '', match = '', matches = '', line = '' } = document.body.dataset;
const labels = { replace, replaceFile, match, matches, line };
const viewState = { canReplace: false };

const form = new FormView({
  changed: (entered) => {
    send({ type: 'form', form: entered });
    tree.redraw();
    showReplaceAll();
  },
  search: (entered) => send({ type: 'search', form: entered }),
  replaceAll: () => {
    if (canReplace()) send({ type: 'replace' });
  },
});

const canReplace = (): boolean => viewState.canReplace && form.form.showsReplacement;

const tree: ResultTree = new ResultTree(
  {
    open: (path, at, mode) => send({ type: 'open', path, line: at, mode }),
    replace: (path, at) => {
      if (canReplace()) send({ type: 'replace', path, line: at });
    },
    copy: (text) => send({ type: 'copy', text }),
    moved: () => extension.setState(tree.memory),
  },
  () => ({ labels, canReplace: canReplace(), replacement: replacementOf(form.form) }),
);

function showReplaceAll(): void {
  element('replaceAll').toggleAttribute('disabled', !canReplace());
}

function showState(state: SearchState): void {
  const { at, isBusy, summary, progress, wrong } = state;
  element('at').textContent = at === undefined ? '' : `${at.repository} · ${at.shownRef}`;
  element('at').title = element('at').textContent;
  element('progress').hidden = !isBusy;
  element('cancel').hidden = !isBusy;
  setText('summary', summary);
  setText('count', progress);
  element('about').hidden = summary === '' && progress === '' && !isBusy;
  setText('wrong', wrong);
  element('wrong').hidden = wrong === '';
  element('query').setAttribute('aria-invalid', String(wrong !== ''));
  element('notes').replaceChildren(...state.notes.map(noteElement));
  element('skipped').replaceChildren(...state.skipped.map((path) => textElement('li', path)));
  element('skipped').hidden = state.skipped.length === 0;
  form.history = state.history;
  viewState.canReplace = state.canReplace;
  showReplaceAll();
  tree.redraw();
}

/** A screen reader repeats a text that is set again. */
function setText(id: string, text: string): void {
  if (element(id).textContent !== text) element(id).textContent = text;
}

function noteElement({ text, kind, actions = [] }: SearchNote): HTMLElement {
  const note = textElement('div', text);
  note.className = kind;
  if (kind === 'error') note.role = 'alert';
  for (const { id, label } of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = label;
    button.dataset.action = id;
    button.addEventListener('click', () => send({ type: 'action', id }));
    note.append(' ', button);
  }
  return note;
}

function textElement(name: 'div' | 'li', text: string): HTMLElement {
  const part = document.createElement(name);
  part.textContent = text;
  return part;
}

function storedMemory(): TreeMemory {
  const state = extension.getState();
  const { collapsed, active, top } = isObject(state) ? state : {};
  return {
    collapsed: Array.isArray(collapsed) ? collapsed.filter((path) => typeof path === 'string') : [],
    active: typeof active === 'string' ? active : '',
    top: typeof top === 'number' ? top : 0,
  };
}

tree.remember(storedMemory());
element('cancel').addEventListener('click', () => send({ type: 'cancel' }));
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !element('cancel').hidden) send({ type: 'cancel' });
});
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isSearchUpdate(data)) return;
  switch (data.type) {
    case 'state':
      showState(data.state);
      break;
    case 'form':
      form.show(data.form);
      showReplaceAll();
      break;
    case 'files':
      tree.show(data.files, data.isNew, data.isOtherSearch);
      break;
    case 'reveal':
      tree.reveal(data.path, data.line);
      break;
    case 'collapse':
      tree.toggleAll();
      break;
    case 'focus':
      form.focus();
  }
});
send({ type: 'ready' });
