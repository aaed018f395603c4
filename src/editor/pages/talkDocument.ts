import { l10n } from 'vscode';
import { mostMegabytes } from '../../domain/hosts/uploadFile.ts';
import { html, type Html } from '../../domain/pages/html.ts';

/** What a page with a conversation has below the heading of it. The script fills it: see `webview/talk.ts`. */
export function talkParts(): Html {
  const filters = [
    ['all', l10n.t('All')],
    ['people', l10n.t('People')],
    ['unresolved', l10n.t('Unresolved')],
  ] as const;
  return html`<div class="filters" role="group" aria-label="${l10n.t('Show')}" hidden>
      ${filters.map(
        ([name, label]) =>
          html`<button type="button" class="quiet" data-filter="${name}" aria-pressed="${String(name === 'all')}">
            ${label}
          </button>`,
      )}
    </div>
    <ol class="entries"></ol>
    <p class="quiet nothing" hidden>${l10n.t('Nothing of the conversation is of this kind.')}</p>
    <div class="orphans"></div>
    <div class="box" data-slot=""></div>
    <div class="refusal"></div>
    ${writerTemplate()}`;
}

/** The text that is written in one place: a new comment, a reply or a change. */
function writerTemplate(): Html {
  const hint = l10n.t('Markdown. Ctrl+Enter sends. What you type is stored on this computer.');
  return html`<template id="writer">
    <form
      class="writer"
      data-new="${l10n.t('Comment')}"
      data-reply="${l10n.t('Reply')}"
      data-edit="${l10n.t('Save')}"
      data-editing="${l10n.t('Edit Comment')}"
      data-lost="${l10n.t('The comment of this text is not here any more.')}"
      data-large="${l10n.t('A file can have at most {0} MB.', mostMegabytes)}"
      data-unread="${l10n.t('A folder cannot be uploaded, or the file could not be read.')}"
      data-limit="${String(mostMegabytes * 1_000_000)}"
      data-stays="${l10n.t('{0} stays on the host. It cannot be removed from here.')}"
    >
      <p class="tools">
        <button type="button" class="quiet" data-do="write" aria-pressed="true">${l10n.t('Write')}</button>
        <button type="button" class="quiet" data-do="preview" aria-pressed="false">${l10n.t('Preview')}</button>
      </p>
      <textarea rows="4" aria-autocomplete="list" dir="auto"></textarea>
      <ul class="completions" role="listbox" aria-label="${l10n.t('Suggestions')}" hidden></ul>
      <div class="preview" hidden></div>
      <p class="actions">
        <button type="submit" class="primary"></button>
        <button type="button" class="secondary" data-do="attach">${l10n.t('Attach…')}</button>
        <button type="button" class="secondary" data-do="discard">${l10n.t('Discard')}</button>
        <span class="state" role="status"></span>
      </p>
      <p class="quiet hint">${hint}</p>
    </form>
  </template>`;
}
