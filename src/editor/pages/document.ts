import { l10n, type Webview } from 'vscode';
import { html, type Html } from '../../domain/pages/html.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { Host } from '../../domain/hosts/hosts.ts';
import type { PageContent, Section } from './content.ts';
import { talkParts } from './talkDocument.ts';
import { webviewDocument, type WebviewFiles } from './webviewDocument.ts';

/** The document of a page without its sections, which are sent as messages. */
export function pageDocument(
  webview: Webview,
  files: WebviewFiles,
  { head, sections, talk, title }: PageContent,
  target: PageTarget,
  host: Host | undefined,
): string {
  const part = ({ id, title: heading, aside }: Section) =>
    html`<section
      id="${id}"
      class="${aside === true ? 'aside' : 'main'}"
      aria-labelledby="${id}-title"
      aria-busy="true"
    >
      <h2 id="${id}-title" tabindex="-1">${heading}</h2>
      <div class="body"></div>
      ${talk?.section.id === id ? talkParts() : undefined}
    </section>`;
  const columns = [
    sections.filter(({ aside }) => aside !== true),
    sections.filter(({ aside }) => aside === true),
    talk === undefined ? [] : [talk.section],
  ];
  const body = (script: Html): Html =>
    html`<body
      data-target="${JSON.stringify(target)}"
      data-loaded="${l10n.t('{0}: loaded')}"
      data-image="${l10n.t('Image')}"
    >
      <header id="${head.id}" aria-busy="true">
        <div class="body"><h1>${head.title}</h1></div>
      </header>
      <main>
        ${columns.map((column) => (column.length === 0 ? undefined : html`<div class="column">${column.map(part)}</div>`))}
      </main>
      <div id="status" role="status"></div>
      ${script}
    </body>`;
  return webviewDocument(webview, files, { name: 'page', title, body, images: `https: data:${loopbackOf(host)}` });
}

/** Pictures are allowed from https, from a host on this computer, and as data for files of the repository. */
function loopbackOf(host: Host | undefined): string {
  const { origin, protocol } = new URL(host?.apiUrl ?? 'https://none');
  return protocol === 'http:' ? ` ${origin}` : '';
}
