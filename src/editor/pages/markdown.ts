import { commands, l10n } from 'vscode';
import { html, untrustedHtml, type Html } from '../../domain/pages/html.ts';
import type { LinkedRepository } from '../../domain/pages/update.ts';

/** Maximum length in characters, so that rendering does not block the extension host. */
const longest = 200_000;

/** The web view sanitises the result. Relative links open files of `repository`. */
export async function renderMarkdown(text: string, repository: LinkedRepository): Promise<Html> {
  return await rendered(text, repository, false);
}

/** Renders a file of a repository: its headings can be linked to, and its pictures may be files of the repository. */
export async function renderDocument(text: string, repository: LinkedRepository): Promise<Html> {
  return await rendered(text, repository, true);
}

async function rendered(text: string, repository: LinkedRepository, isDocument: boolean): Promise<Html> {
  const cut = text.length > longest;
  const source = await rendering(cut ? text.slice(0, longest) : text);
  const body =
    source === undefined
      ? html`<pre>${text.slice(0, longest)}</pre>`
      : untrustedHtml({ source, repository, isDocument });
  const note = cut
    ? html`<p class="quiet">${l10n.t('The text is very long. Only its beginning is shown.')}</p>`
    : undefined;
  return html`<div class="markdown" dir="auto">${body}${note}</div>`;
}

/** Undefined if the built-in Markdown extension is disabled. */
async function rendering(text: string): Promise<string | undefined> {
  try {
    const markup: unknown = await commands.executeCommand('markdown.api.render', text);
    return typeof markup === 'string' ? markup : undefined;
  } catch {
    return undefined;
  }
}
