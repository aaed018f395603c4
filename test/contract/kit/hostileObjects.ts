import type { Service } from '../../service/handle.ts';

export interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

export const repository = 'alice/git-hostile';

/** Objects that git itself would not write, in a repository of its own. */
export class HostileObjects {
  readonly #service: Service;
  /** A file with one line. */
  readonly blob: string;

  private constructor(service: Service, blob: string) {
    this.#service = service;
    this.blob = blob;
  }

  static async in(service: Service): Promise<HostileObjects> {
    const params = { name: 'git-hostile', path: 'git-hostile', auto_init: true };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    return new HostileObjects(service, await stored(service, 'blob', Buffer.from('text\n')));
  }

  async stored(type: string, bytes: Uint8Array): Promise<string> {
    return await stored(this.#service, type, bytes);
  }

  async tree(entries: readonly Entry[]): Promise<string> {
    const parts = entries.flatMap(({ mode, name, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);
    return await this.stored('tree', Buffer.concat(parts));
  }

  /** Makes a commit of `root` the head of a branch. */
  async committed(root: string, parent?: string): Promise<string> {
    const person = 'A <a@example.org> 1700000000 +0000';
    const parents = parent === undefined ? '' : `parent ${parent}\n`;
    const text = `tree ${root}\n${parents}author ${person}\ncommitter ${person}\n\nx\n`;
    const sha = await this.stored('commit', Buffer.from(text));
    await (await this.#service.repository(repository)).git(['update-ref', `refs/heads/b-${sha.slice(0, 8)}`, sha]);
    return sha;
  }

  /** A tree of few kilobytes with ten folders in each folder, all the same, `depth` times. */
  async bomb(depth: number, name: string): Promise<string> {
    let level = await this.tree([{ mode: '100644', name: 'deep', sha: this.blob }]);
    for (let at = 0; at < depth; at += 1)
      level = await this.tree(
        Array.from({ length: 10 }, (_, nth) => ({ mode: '40000', name: `${name}-${nth}`, sha: level })),
      );
    return level;
  }
}

async function stored(service: Service, type: string, bytes: Uint8Array): Promise<string> {
  const git = await (await service.repository(repository)).record.git();
  return (await git.run(['hash-object', '-t', type, '--literally', '-w', '--stdin'], bytes)).toString().trim();
}
