/** Draws pictures of the remote page; when they come faster than they can be drawn, only the newest. */
export function screenOn(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d');
  let next: string | null = null;
  let drawing = false;

  async function drawAll(): Promise<void> {
    drawing = true;
    while (next !== null) {
      const jpeg = next;
      next = null;
      await draw(jpeg);
    }
    drawing = false;
  }

  async function draw(jpeg: string): Promise<void> {
    const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).catch(() => null);
    if (picture === null) return;
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
  }

  return {
    show(jpeg: string): void {
      next = jpeg;
      if (!drawing) void drawAll();
    },
    clear(): void {
      next = null;
      context?.clearRect(0, 0, canvas.width, canvas.height);
    },
  };
}
