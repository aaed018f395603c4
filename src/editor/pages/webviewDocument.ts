import { env, Uri, type Webview } from 'vscode';
import { html, type Html } from '../../domain/pages/html.ts';

export interface WebviewFiles {
  /** The folder of the style sheets. */
  readonly media: Uri;
  /** The folder of the scripts. */
  readonly script: Uri;
}

interface Shell {
  /** Of its style sheet and its script. */
  readonly name: string;
  readonly title: string;
  /** With its tag. */
  readonly body: (script: Html) => Html;
  /** Where pictures may come from; without it, there are none. */
  readonly images?: string;
}

/** The document of a web view, which runs its own script only. */
export function webviewDocument(
  webview: Webview,
  { media, script }: WebviewFiles,
  { name, title, body, images }: Shell,
): string {
  const nonce = crypto.randomUUID();
  const address = (folder: Uri, file: string): string => webview.asWebviewUri(Uri.joinPath(folder, file)).toString();
  const pictures = images === undefined ? '' : `img-src ${images}; `;
  const policy = `default-src 'none'; ${pictures}style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="${env.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${address(media, `${name}.css`)}" />
      </head>
      ${body(html`<script nonce="${nonce}" src="${address(script, `${name}.js`)}"></script>`)}
    </html>`.markup;
}
