import { randomBytes } from 'node:crypto';
import type { uploads as table } from '../../../src/api/endpoints/optional/more.ts';
import { Refusal, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { made, type Handlers } from './handler.ts';

/** Files for texts. Whoever has their address can read them. */
export const uploads: Handlers<typeof table> = {
  picture: (call) => stored(call, call.text('file_name'), Buffer.from(call.text('body'), 'base64'), 1),
  file: async (call) => {
    const file = call.params.file as File;
    return stored(call, file.name, new Uint8Array(await file.arrayBuffer()), true);
  },
};

function stored(call: Call, name: string, bytes: Uint8Array, success: unknown): Answer {
  call.writable('pull');
  const { fileUpload, fileUploadLimit } = call.habits;
  if (bytes.length > fileUploadLimit) throw new Refusal(413, 'Request Entity Too Large');
  if (fileUpload === 'not stored') return made(call, { success: false, path: '', full_path: '' });
  const path = `/uploads/${randomBytes(4).toString('hex')}/${encodeURIComponent(name)}`;
  call.state.uploads.set(decodeURIComponent(path), bytes);
  const root = fileUpload === 'elsewhere' ? 'https://files.example.org' : call.host.url;
  return made(call, {
    success,
    path: `/raw${path}`,
    ...(fileUpload === 'path' ? {} : { full_path: `${root}/raw${path}` }),
  });
}
