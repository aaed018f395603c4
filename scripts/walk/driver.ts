import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { until } from '../../test/kit/until.ts';
import { packageTestExtension } from '../kit/packageTestExtension.ts';

const variable = 'SOURCEHOST_WALK_SOCKET';

const program = `
const { commands, Uri, workspace } = require('vscode');
const { rmSync } = require('node:fs');
const { createServer } = require('node:http');
exports.activate = () =>
  new Promise((resolve) => {
    // A window that is loaded again listens again.
    rmSync(process.env.${variable}, { force: true });
    const run = async ([id, args]) => {
      if (id === 'write') return await workspace.fs.writeFile(Uri.parse(args), Buffer.from('a draft'));
      if (id === 'setting') return await workspace.getConfiguration().update(args.name, args.value, true);
      await commands.executeCommand(id, ...(typeof args === 'string' ? [Uri.parse(args)] : args === undefined ? [] : [args]));
    };
    createServer(async (request, response) => {
      const parts = await request.toArray();
      const failed = await run(JSON.parse(Buffer.concat(parts).toString())).then(() => '', String);
      response.end(failed);
    }).listen(process.env.${variable}, resolve);
  });
`;

/** Runs commands in a window, with arguments, as a keybinding does. */
export class Driver {
  readonly #socket: string;
  readonly #folder: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#socket = `${folder}/${name}.socket`;
  }

  get env(): Readonly<Record<string, string>> {
    return { [variable]: this.#socket };
  }

  /** Packages the extension that listens. @returns the path of the VSIX. */
  async pack(): Promise<string> {
    const manifest = { activationEvents: ['onStartupFinished'] };
    return await packageTestExtension(this.#folder, { name: 'walk', program, manifest });
  }

  /** Waits until the window listens. */
  async ready(): Promise<void> {
    await until(() => existsSync(this.#socket));
  }

  /** @param args - an argument object, or an address. @returns the message of a failure, else an empty text, when the command ends. */
  async run(id: string, args?: object | string): Promise<string> {
    return await new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.#socket, method: 'POST' }, (response) => {
        response.toArray().then((parts) => resolve(Buffer.concat(parts as Buffer[]).toString()), reject);
      });
      sent.on('error', reject).end(JSON.stringify([id, args]));
    });
  }

  /** Writes a file that becomes a draft. */
  async write(address: string): Promise<void> {
    await this.run('write', address);
  }

  /** Sets a setting of the user. */
  async set(name: string, value: unknown): Promise<void> {
    await this.run('setting', { name, value });
  }
}
