import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificate } from '../../kit/certificates.ts';
import { accessAt, testGit } from '../../kit/localGit.ts';
import { serve } from '../../kit/servers.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const authority = certificate({ names: ['Authority'], authority: true });
const names = ['127.0.0.1'];

describe('The certificate of a host, as git of the user knows it', () => {
  for (const [what, tls, reason] of [
    ['its own', certificate({ names }), /^tls(?:SelfSigned|UnknownIssuer)$/],
    ['of an unknown issuer', certificate({ names, issuer: authority }), /^tlsUnknownIssuer$/],
  ] as const)
    it(`is named if it is ${what}, and is no problem when the user trusts it`, async () => {
      await using folder = await temporaryFolder();
      await using server = await serve((_, response) => response.writeHead(404).end(), tls);
      const environment = {
        ...process.env,
        HOME: folder.path,
        GIT_CONFIG_GLOBAL: undefined,
        GIT_SSL_CAINFO: undefined,
      };
      await using git = testGit(folder.path, accessAt('https://gitcode.com/a/b.git'), { environment });
      const url = `https://127.0.0.1:${server.port}/a/b.git`;
      assert.match((await git.certificateProblem(url)) ?? '', reason);
      const file = join(folder.path, 'ca.pem');
      await writeFile(file, `${tls.cert}${authority.cert}`);
      await writeFile(join(folder.path, '.gitconfig'), `[http]\nsslCAInfo = ${file}\n`);
      assert.equal(await git.certificateProblem(url), undefined);
    });
});
