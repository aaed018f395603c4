import { commands, l10n } from 'vscode';
import { html, untrustedHtml, type Html } from '../../domain/pages/html.ts';
import type { LinkedRepository } from '../../domain/pages/update.ts';

/** Characters: more than anybody reads here, and less than what holds the editor up. */
const longest = 200_000;

/** Markdown as the editor itself renders it; the web view sanitises it. Relative links open files of `repository`. */
export async function renderMarkdown(text: string, repository: LinkedRepository): Promise<Html> {
  return await rendered(text, repository, false);
}

/** The same of a document of its own, whose headings can be linked to and whose pictures may be files beside it. */
export async function renderDocument(text: string, repository: LinkedRepository): Promise<Html> {
  return await rendered(text, repository, true);
}

async function rendered(text: string, repository: LinkedRepository, isDocument: boolean): Promise<Html> {
  const cut = text.length > longest;
  const source = await rendering(cut ? text.slice(0, longest) : text);
  const shown =
    source === undefined
      ? html`<pre>${text.slice(0, longest)}</pre>`
      : untrustedHtml({ source, repository, isDocument });
  const note = cut
    ? html`<p class="quiet">${l10n.t('This text is very long; only its beginning is shown.')}</p>`
    : undefined;
  return html`<div class="markdown" dir="auto">${shown}${note}</div>`;
}

/** Undefined where the editor's own Markdown extension is switched off. */
async function rendering(text: string): Promise<string | undefined> {
  try {
    const markup: unknown = await commands.executeCommand('markdown.api.render', text);
    return typeof markup === 'string' ? markup : undefined;
  } catch {
    return undefined;
  }
}
