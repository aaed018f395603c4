import { LRUCache } from 'lru-cache';
import { parentOf } from '../../core/path.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { attributesOf, readAttributeRules, type Attributes, type AttributeRules } from './attributeRules.ts';
import { judgeIgnored, readIgnoreRules, type IgnoreRules } from './ignoreRules.ts';

export interface RuleFile {
  readonly sha: string | undefined;
  readonly read: () => Promise<Uint8Array>;
}

/** Finds a file in a branch with its drafts; undefined if it does not exist, or is a link: git reads no rules from those. */
export type FindRuleFile = (folder: string, name: string, options: RequestOptions) => Promise<RuleFile | undefined>;

/** A larger file of rules is read as empty: each of its lines takes time for each path. */
const largestFile = 1024 * 1024;

/** Lines of `.lfsconfig` that name a server: `url`, `pushurl`, and `lfsurl` of a remote. */
const namesServer = /^[ \t]*(?:\[[^\]]*\][ \t]*)?(?:lfs|push|lfspush)?url[ \t]*=/i;

/** The rules that a repository states for its own files: `.gitignore` and `.gitattributes` in every folder. */
export class RepositoryRules {
  readonly #find: FindRuleFile;
  readonly #ignoreRules = rulesCache<IgnoreRules>();
  readonly #attributeRules = rulesCache<AttributeRules>();
  readonly #namesServer = rulesCache<boolean>();

  constructor(find: FindRuleFile) {
    this.#find = find;
  }

  /** The rules as they are now. It reads each file of rules once, and only those of the folders that it is asked for. */
  now(options: RequestOptions = {}): CurrentRules {
    return new CurrentRules({
      ignore: async (folder) => await this.#read(folder, '.gitignore', this.#ignoreRules, readIgnoreRules, options),
      attributes: async (folder) => {
        const parse = (text: string): AttributeRules => readAttributeRules(text, folder === '');
        return await this.#read(folder, '.gitattributes', this.#attributeRules, parse, options);
      },
      namesServer: async () => {
        const parse = (text: string): boolean => text.split('\n').some((line) => namesServer.test(line));
        return await this.#read('', '.lfsconfig', this.#namesServer, parse, options);
      },
    });
  }

  async #read<Rules extends object | boolean>(
    folder: string,
    name: string,
    cache: LRUCache<string, Rules>,
    parse: (text: string) => Rules,
    options: RequestOptions,
  ): Promise<Rules> {
    const file = await this.#find(folder, name, options);
    if (file === undefined) return parse('');
    // Macros count in the root only.
    const key = file.sha === undefined ? undefined : `${folder === '' ? 'root' : 'folder'} ${file.sha}`;
    const cached = key === undefined ? undefined : cache.get(key);
    if (cached !== undefined) return cached;
    const bytes = await file.read();
    const rules = parse(bytes.length > largestFile ? '' : new TextDecoder().decode(bytes));
    if (key !== undefined) cache.set(key, rules);
    return rules;
  }
}

interface RulesOfFolders {
  readonly ignore: (folder: string) => Promise<IgnoreRules>;
  readonly attributes: (folder: string) => Promise<AttributeRules>;
  readonly namesServer: () => Promise<boolean>;
}

/** The rules of one moment, for many paths. */
export class CurrentRules {
  /** Whether `.lfsconfig` names a server of Git LFS in place of that of the host. */
  readonly namesLfsServer: () => Promise<boolean>;
  readonly #ignoreRules: (folder: string) => Promise<IgnoreRules>;
  readonly #attributeRules: (folder: string) => Promise<AttributeRules>;
  readonly #isFolderIgnored = onceEach((folder: string) => this.#judge(folder, true));

  constructor({ ignore, attributes, namesServer }: RulesOfFolders) {
    this.namesLfsServer = namesServer;
    this.#ignoreRules = onceEach(ignore);
    this.#attributeRules = onceEach(attributes);
  }

  /** Whether `.gitignore` ignores the file, if git does not track it. */
  async isIgnored(path: string): Promise<boolean> {
    return await this.#judge(path, false);
  }

  async attributes(path: string): Promise<Attributes> {
    const files: { rules: AttributeRules; path: string }[] = [];
    for (const folder of foldersOf(path))
      files.push({ rules: await this.#attributeRules(folder), path: within(folder, path) });
    return attributesOf(files);
  }

  async #judge(path: string, isFolder: boolean): Promise<boolean> {
    const parent = parentOf(path);
    // A folder that is ignored ignores all below it.
    if (parent !== '' && (await this.#isFolderIgnored(parent))) return true;
    for (const folder of foldersOf(path)) {
      const isIgnored = judgeIgnored(await this.#ignoreRules(folder), within(folder, path), isFolder);
      if (isIgnored !== undefined) return isIgnored;
    }
    return false;
  }
}

/** Parsed rules by the sha of their file. */
const rulesCache = <Rules extends object | boolean>(): LRUCache<string, Rules> =>
  new LRUCache<string, Rules>({ max: 500 });

function onceEach<T>(read: (folder: string) => Promise<T>): (folder: string) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (folder) => {
    const result = results.get(folder) ?? read(folder);
    results.set(folder, result);
    return result;
  };
}

/** The folders that hold `path`, the innermost first, the root last. */
function foldersOf(path: string): readonly string[] {
  const folder = parentOf(path);
  return folder === '' ? [''] : [folder, ...foldersOf(folder)];
}

const within = (folder: string, path: string): string => (folder === '' ? path : path.slice(folder.length + 1));
