import { LRUCache } from 'lru-cache';
import { unlessFailed } from '../../core/errors.ts';
import { parentOf, pathIn } from '../../core/path.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { ListedEntry } from '../repositories/folderContents.ts';
import { attributesOf, readAttributeRules, type Attributes, type AttributeRules } from './attributeRules.ts';
import { judgeIgnored, readIgnoreRules, type IgnoreRules } from './ignoreRules.ts';

/** Where the files of rules are read: a branch with its drafts. */
interface RuleFiles {
  list(path: string, options: RequestOptions): Promise<ReadonlyMap<string, ListedEntry>>;
  read(path: string, options: RequestOptions): Promise<Uint8Array>;
}

interface RulesAt<Rules> {
  readonly folder: string;
  readonly rules: Rules;
}

/** A larger file of rules counts as empty: each of its lines takes time for each path. */
const largestFile = 1024 * 1024;

/** The rules that a repository states for its own files: `.gitignore` and `.gitattributes` in every folder. */
export class RepositoryRules {
  readonly #files: RuleFiles;
  readonly #ignoreRules = rulesCache<IgnoreRules>();
  readonly #attributeRules = rulesCache<AttributeRules>();

  constructor(files: RuleFiles) {
    this.#files = files;
  }

  /** Those of `paths` that `.gitignore` ignores, as for files that git does not track. */
  async ignored(paths: Iterable<string>, options: RequestOptions = {}): Promise<ReadonlySet<string>> {
    const ignored = new Set<string>();
    const folders = new Map<string, Promise<boolean>>();
    for (const path of paths) if (await this.#isIgnored(path, false, folders, options)) ignored.add(path);
    return ignored;
  }

  async attributes(path: string, options: RequestOptions = {}): Promise<Attributes> {
    const files: RulesAt<AttributeRules>[] = [];
    for (const folder of foldersOf(path)) {
      const parse = (text: string): AttributeRules => readAttributeRules(text, folder === '');
      const rules = await this.#rulesIn(folder, '.gitattributes', this.#attributeRules, parse, options);
      files.push({ folder, rules });
    }
    return attributesOf(files.map(({ folder, rules }) => ({ rules, path: within(folder, path) })));
  }

  /** A folder that is ignored ignores all below it. */
  async #isIgnored(
    path: string,
    isFolder: boolean,
    folders: Map<string, Promise<boolean>>,
    options: RequestOptions,
  ): Promise<boolean> {
    const parent = parentOf(path);
    if (parent !== '') {
      const above = folders.get(parent) ?? this.#isIgnored(parent, true, folders, options);
      folders.set(parent, above);
      if (await above) return true;
    }
    for (const folder of foldersOf(path)) {
      const rules = await this.#rulesIn(folder, '.gitignore', this.#ignoreRules, readIgnoreRules, options);
      const isIgnored = judgeIgnored(rules, within(folder, path), isFolder);
      if (isIgnored !== undefined) return isIgnored;
    }
    return false;
  }

  async #rulesIn<Rules extends object>(
    folder: string,
    name: string,
    cache: LRUCache<string, Rules>,
    parse: (text: string) => Rules,
    options: RequestOptions,
  ): Promise<Rules> {
    const entry = (await unlessFailed(this.#files.list(folder, options), 'missing'))?.get(name);
    // Git reads no rules through a link.
    if (entry?.kind !== 'file') return parse('');
    // Macros count in the root only.
    const key = entry.sha === undefined ? undefined : `${folder === '' ? 'root' : 'folder'} ${entry.sha}`;
    const cached = key === undefined ? undefined : cache.get(key);
    if (cached !== undefined) return cached;
    const bytes = await this.#files.read(pathIn(folder, name), options);
    const rules = parse(bytes.length > largestFile ? '' : new TextDecoder().decode(bytes));
    if (key !== undefined) cache.set(key, rules);
    return rules;
  }
}

/** Parsed rules by the sha of their file. */
const rulesCache = <Rules extends object>(): LRUCache<string, Rules> => new LRUCache<string, Rules>({ max: 500 });

/** The folders that hold `path`, the innermost first, the root last. */
function foldersOf(path: string): readonly string[] {
  const folder = parentOf(path);
  return folder === '' ? [''] : [folder, ...foldersOf(folder)];
}

const within = (folder: string, path: string): string => (folder === '' ? path : path.slice(folder.length + 1));
