import { env, l10n, Uri, type Webview } from 'vscode';
import { html } from '../../domain/pages/html.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { Host } from '../../domain/hosts/hosts.ts';
import type { PageContent, Section } from './content.ts';
import { talkParts } from './talkDocument.ts';

export interface PageFiles {
  readonly media: Uri;
  readonly script: Uri;
}

/** The document of a page without its sections, which are sent as messages. */
export function pageDocument(
  webview: Webview,
  { media, script }: PageFiles,
  { head, sections, talk, title }: PageContent,
  target: PageTarget,
  host: Host | undefined,
): string {
  const nonce = crypto.randomUUID();
  const address = (folder: Uri, file: string): string => webview.asWebviewUri(Uri.joinPath(folder, file)).toString();
  const policy = `default-src 'none'; img-src https: data:${loopbackOf(host)}; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
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
  return html`<!doctype html>
    <html lang="${env.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${address(media, 'page.css')}" />
      </head>
      <body
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
        <script nonce="${nonce}" src="${address(script, 'page.js')}"></script>
      </body>
    </html>`.markup;
}

/** Pictures are allowed from https, from a host on this computer, and as data for files of the repository. */
function loopbackOf(host: Host | undefined): string {
  const { origin, protocol } = new URL(host?.apiUrl ?? 'https://none');
  return protocol === 'http:' ? ` ${origin}` : '';
}
