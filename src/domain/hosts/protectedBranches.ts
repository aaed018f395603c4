import { LRUCache } from 'lru-cache';
import { Emitter } from '../../core/emitter.ts';
import { repositoryKey, type RepositoryName } from './address.ts';

export interface BranchPatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

interface Entry {
  readonly rules: { readonly include: Set<string>; readonly exclude: Set<string> };
  readonly branches: Set<string>;
}

/** The branches to which the account cannot push, as the answers of this window told them. Nothing is requested. */
export class ProtectedBranches {
  readonly #entries = new LRUCache<string, Entry>({ max: 200 });
  readonly #changed = new Emitter<RepositoryName>();

  readonly onDidChange = this.#changed.event;

  of(name: RepositoryName): BranchPatterns {
    const { rules, branches } = this.#entries.get(repositoryKey(name)) ?? created();
    return { include: [...new Set([...rules.include, ...branches])], exclude: [...rules.exclude] };
  }

  forgetRules(name: RepositoryName): void {
    this.#change(name, ({ rules }) => {
      rules.include.clear();
      rules.exclude.clear();
    });
  }

  /** Adds rules that forbid (`include`) and allow (`exclude`) a push. */
  noteRules(name: RepositoryName, { include, exclude }: BranchPatterns): void {
    this.#change(name, ({ rules }) => {
      for (const one of include) rules.include.add(one);
      for (const one of exclude) rules.exclude.add(one);
    });
  }

  noteBranches(
    name: RepositoryName,
    records: readonly { readonly name: string; readonly isProtected: boolean }[],
  ): void {
    this.#change(name, ({ branches }) => {
      for (const one of records) {
        if (one.isProtected) branches.add(one.name);
        else branches.delete(one.name);
      }
    });
  }

  #change(name: RepositoryName, apply: (entry: Entry) => void): void {
    const before = JSON.stringify(this.of(name));
    const entry = this.#entries.get(repositoryKey(name)) ?? created();
    apply(entry);
    this.#entries.set(repositoryKey(name), entry);
    if (JSON.stringify(this.of(name)) !== before) this.#changed.fire(name);
  }
}

const created = (): Entry => ({ rules: { include: new Set(), exclude: new Set() }, branches: new Set() });
