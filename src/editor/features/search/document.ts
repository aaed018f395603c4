import { l10n, type Webview } from 'vscode';
import { html, type Html } from '../../../domain/pages/html.ts';
import { webviewDocument, type WebviewFiles } from '../../pages/webviewDocument.ts';

/** The document of the form. What the user entered and the texts about it are sent as messages. */
export function searchDocument(webview: Webview, files: WebviewFiles): string {
  const title = l10n.t('Remote Search');
  const body = (script: Html): Html =>
    html`<body>
      ${icons}
      <main>
        <h1>${title}</h1>
        ${form()}
        <p id="summary" role="status"></p>
      </main>
      ${script}
    </body>`;
  return webviewDocument(webview, files, { name: 'search', title, body });
}

/** The shapes of the icons: `<use href="#icon-…">`. */
const icons = html`<svg hidden>
  <symbol id="icon-chevron" viewBox="0 0 16 16"><path d="m6 3.5 4.5 4.5L6 12.5" /></symbol>
  <symbol id="icon-more" viewBox="0 0 16 16"><path d="M2.5 8h2M7 8h2M11.5 8h2" stroke-width="2" /></symbol>
  <symbol id="icon-replaceAll" viewBox="0 0 16 16">
    <path
      d="M1.5 6h4v3.2h-4zM1.5 11.3h4v3.2h-4zM10.5 6h4v3.2h-4zM10.5 11.3h4v3.2h-4zM3.5 4.2V2h9v2.2M10.5 2.4l2 1.9 2-1.9"
    />
  </symbol>
</svg>`;

const icon = (name: string): Html => html`<svg aria-hidden="true"><use href="#icon-${name}" /></svg>`;

function form(): Html {
  return html`<form id="form" role="search" autocomplete="off">
    <div class="boxes">
      ${expander('showReplacement', 'replacing', 'chevron', l10n.t('Toggle Replace'))}
      <div class="column">
        <div class="box">
          <input
            id="query"
            type="text"
            spellcheck="false"
            placeholder="${l10n.t('Search')}"
            aria-label="${l10n.t('Search')}"
            aria-describedby="wrong"
            title="${l10n.t('Search (up and down: earlier searches, Ctrl+Down: results)')}"
          />
          ${toggle('isCaseSensitive', l10n.t('Match Case (Alt+C)'), 'Aa')}
          ${toggle('matchWholeWord', l10n.t('Match Whole Word (Alt+W)'), 'ab')}
          ${toggle('isRegex', l10n.t('Use Regular Expression (Alt+R)'), '.*')}
        </div>
        <p id="wrong" role="alert" hidden></p>
        ${replacing()}
      </div>
    </div>
    <div class="row place">
      <span id="at"></span>
      ${expander('showGlobs', 'globs', 'more', l10n.t('Toggle Search Details'))}
    </div>
    <div id="globs" hidden>
      ${globBox('include', l10n.t('files to include'), l10n.t('e.g. *.ts, src/**'))}
      ${globBox(
        'exclude',
        l10n.t('files to exclude'),
        l10n.t('e.g. *.min.js, test'),
        toggle('includeIgnored', l10n.t('Search New Files That .gitignore Ignores'), '.ig'),
      )}
    </div>
  </form>`;
}

function replacing(): Html {
  return html`<div id="replacing" class="row" hidden>
      <div class="box">
        <input
          id="replacement"
          type="text"
          spellcheck="false"
          placeholder="${l10n.t('Replace')}"
          aria-label="${l10n.t('Replace')}"
          title="${l10n.t('Replace ($1: group of the regular expression)')}"
        />
      </div>
      <button
        id="replaceAll"
        type="button"
        class="icon replace-all"
        title="${l10n.t('Replace All… (Ctrl+Alt+Enter)')}"
        aria-label="${l10n.t('Replace All…')}"
      >
        ${icon('replaceAll')}
      </button>
    </div>
    <div id="asking" hidden>
      <p id="question" role="alert"></p>
      <button id="confirm" type="button" class="link">${l10n.t('Replace')}</button>
      <button id="discard" type="button" class="link">${l10n.t('Cancel')}</button>
    </div>`;
}

function expander(id: string, part: string, name: string, label: string): Html {
  return html`<button
    id="${id}"
    type="button"
    class="icon ${name}"
    aria-expanded="false"
    aria-controls="${part}"
    title="${label}"
    aria-label="${label}"
  >
    ${icon(name)}
  </button>`;
}

function globBox(id: string, label: string, example: string, switches: Html = html``): Html {
  return html`<label for="${id}">${label}</label>
    <div class="box"><input id="${id}" type="text" spellcheck="false" placeholder="${example}" />${switches}</div>`;
}

function toggle(id: string, label: string, sign: string): Html {
  return html`<button
    id="${id}"
    type="button"
    class="toggle"
    aria-pressed="false"
    title="${label}"
    aria-label="${label}"
  >
    <span class="sign" aria-hidden="true" data-sign="${sign}"></span>
  </button>`;
}
