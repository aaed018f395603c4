import { env, l10n } from 'vscode';
import { showInStatusBar } from './show.ts';

export async function copied(link: string, { silent }: { readonly silent: boolean }): Promise<string> {
  await env.clipboard.writeText(link);
  if (!silent) showInStatusBar(`$(check) ${l10n.t('Link copied')}`, 3_000);
  return link;
}
