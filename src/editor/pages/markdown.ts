import { commands, l10n } from 'vscode';
import { html, type Html } from '../../domain/pages/html.ts';
import { sanitize, type LinkTarget } from '../../domain/pages/sanitize.ts';

/** Characters: more than anybody reads here, and less than what holds the editor up. */
const longest = 200_000;

type Links = (relative: string) => LinkTarget | undefined;

/** Begins the ids of headings, so that none is one of the page's own. */
const anchors = 'in-';

/** Markdown as the editor itself renders it, made safe. `link` resolves what is no absolute address. */
export async function renderMarkdown(text: string, link: Links = () => undefined): Promise<Html> {
  return await rendered(text, link);
}

/** The same of a document of its own, whose headings can be linked to and whose pictures may be files beside it. */
export async function renderDocument(text: string, link: Links): Promise<Html> {
  return await rendered(text, (to) => (to.startsWith('#') ? { href: `#${anchors}${to.slice(1)}` } : link(to)), anchors);
}

async function rendered(text: string, link: Links, idsBegin?: string): Promise<Html> {
  const cut = text.length > longest;
  const markup = await rendering(cut ? text.slice(0, longest) : text);
  const shown =
    markup === undefined
      ? html`<pre>${text.slice(0, longest)}</pre>`
      : sanitize(markup, { link, headings: 2, imageWord: l10n.t('Image'), anchors: idsBegin });
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
