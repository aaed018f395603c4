import type { PictureUpdate } from '../domain/pages/update.ts';

/** Pictures of the repository in place of the links to them. The extension is asked for those that come into sight. */
export class Pictures {
  readonly #addresses = new Map<string, string>();
  readonly #sight: IntersectionObserver;

  /** `request` asks for the picture at a path; the answer is given to `show`. */
  constructor(request: (path: string) => void) {
    this.#sight = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        this.#sight.unobserve(target);
        const { path = '' } = target.dataset;
        const address = this.#addresses.get(path);
        if (address === undefined) request(path);
        else showPicture(target, address);
      }
    });
  }

  observe(part: Element): void {
    for (const link of part.querySelectorAll('[data-picture]')) this.#sight.observe(link);
  }

  show({ path, picture }: PictureUpdate): void {
    if (picture === undefined) return;
    this.#addresses.set(path, picture);
    for (const link of document.querySelectorAll<HTMLElement>('[data-picture]')) {
      if (link.dataset.path === path) showPicture(link, picture);
    }
  }
}

function showPicture(link: HTMLElement, address: string): void {
  if (link.querySelector('img') !== null) return;
  const description = link.textContent;
  const image = new Image();
  image.alt = description;
  for (const side of ['width', 'height']) {
    const pixels = link.dataset[side];
    if (pixels !== undefined) image.setAttribute(side, pixels);
  }
  image.addEventListener('error', () => link.replaceChildren(description));
  image.src = address;
  link.replaceChildren(image);
}
