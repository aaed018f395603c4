import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes `--locale` take effect on a server with this data dir as if a language pack were installed. It translates
 * nothing of the editor itself; extensions show their own translations.
 */
export async function writeLanguagePack(serverDataDir: string, locale: string): Promise<void> {
  const folder = join(serverDataDir, 'data');
  const translations = join(folder, 'no-translations.json');
  const extensions = [{ extensionIdentifier: { id: 'sourcehost.language-pack' }, version: '1.0.0' }];
  const pack = { hash: 'sourcehost', label: locale, extensions, translations: { vscode: translations } };
  await mkdir(folder, { recursive: true });
  await writeFile(translations, JSON.stringify({ contents: {} }));
  await writeFile(join(folder, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}
