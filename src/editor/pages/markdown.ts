import { commands, l10n } from 'vscode';
import { html, untrustedHtml, type Html } from '../../domain/pages/html.ts';
import type { LinkedRepository, UntrustedHtml } from '../../domain/pages/update.ts';

/** Maximum lengths in characters, so that rendering does not block the extension host. */
const longest = 200_000;
const longestText = 65_000;

/**
 * The web view sanitises the result. Relative links open files of `repository`. `tasksOf`: whose tasks the reader may tick:
 * see `UntrustedHtml`.
 */
export async function renderMarkdown(text: string, repository: LinkedRepository, tasksOf?: string): Promise<Html> {
  return await rendered(text, { repository, isDocument: false, tasksOf }, longestText);
}

/** Renders a file of a repository: its headings can be linked to, and its pictures may be files of the repository. */
export async function renderDocument(text: string, repository: LinkedRepository): Promise<Html> {
  return await rendered(text, { repository, isDocument: true }, longest);
}

async function rendered(text: string, how: Omit<UntrustedHtml, 'source'>, most: number): Promise<Html> {
  const cut = text.length > most;
  const shown = cut ? text.slice(0, most) : text;
  const source = await rendering(shown);
  const body = source === undefined ? html`<pre>${shown}</pre>` : untrustedHtml({ source, ...how });
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
