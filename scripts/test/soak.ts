import type { Wanted } from '../../test/editor/soak/company.ts';
import { nothing } from '../../test/kit/reporter.ts';
import { inExtensionHost, prepareExtensionHost } from './editor.ts';
import type { Stage } from './stage.ts';

/** Half a minute with a fixed seed. */
const short: Wanted = { minutes: 0.5, windows: 3, seed: 1 };
/** Minutes for the windows to open, to end, and to compare their state. */
const around = 20;

/** Random use by several windows while random things go wrong; as long as `npm run soak` wants in SOURCEHOST_SOAK. */
export const soak: Stage = async ({ files, grep }) => {
  if (files.length > 0) return nothing;
  const wanted = JSON.parse(process.env.SOURCEHOST_SOAK ?? JSON.stringify(short)) as Wanted;
  await prepareExtensionHost();
  return await inExtensionHost('soak', ['soak'], grep, {
    SOURCEHOST_TEST_TIMEOUT: '2000',
    SOURCEHOST_WINDOWS: String(wanted.windows),
    SOURCEHOST_MINUTES: String(Math.ceil(wanted.minutes) + around),
    SOURCEHOST_SOAK: JSON.stringify(wanted),
  });
};
