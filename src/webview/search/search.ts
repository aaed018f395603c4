// The script of the form: reports to the extension what the user enters. The results are a view of the editor.
import type { SearchState, ViewRequest } from '../../domain/search/viewMessages.ts';
import { FormView } from './formView.ts';
import { element, isSearchUpdate } from './updates.ts';

declare function acquireVsCodeApi(): { postMessage(message: object): void };

const extension = acquireVsCodeApi();
const send = (request: ViewRequest): void => extension.postMessage(request);
const viewState = { canReplace: false };
const canReplace = (): boolean => viewState.canReplace && form.form.showsReplacement;

const form: FormView = new FormView({
  changed: (entered) => {
    send({ type: 'form', form: entered });
    showReplaceAll();
  },
  search: (entered) => send({ type: 'search', form: entered }),
  replaceAll: () => {
    if (canReplace()) send({ type: 'replaceAll' });
  },
  showResults: () => send({ type: 'showResults' }),
});

function showReplaceAll(): void {
  element('replaceAll').toggleAttribute('disabled', !canReplace());
}

function showState({ at, summary, wrong, question, canReplace: can, history }: SearchState): void {
  element('at').textContent = at;
  element('at').title = at;
  setText('summary', summary);
  setText('wrong', wrong);
  element('wrong').hidden = wrong === '';
  element('query').setAttribute('aria-invalid', String(wrong !== ''));
  setText('question', question);
  element('asking').hidden = question === '';
  form.history = history;
  viewState.canReplace = can;
  showReplaceAll();
}

/** A screen reader repeats a text that is set again. */
function setText(id: string, text: string): void {
  if (element(id).textContent !== text) element(id).textContent = text;
}

for (const type of ['confirm', 'discard'] as const) element(type).addEventListener('click', () => send({ type }));
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') send({ type: 'cancel' });
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
    case 'focus':
      form.focus();
  }
});
send({ type: 'ready' });
