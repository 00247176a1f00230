// Steps of the reader one after the other: a quick hand loses none, and each starts from the last.

const MOST_WAITING = 40;

export class Sequence {
  constructor() {
    this.last = Promise.resolve();
    this.waiting = 0;
  }

  /** A step that fails is reported; the next ones go on. @param {() => Promise<void>} step */
  add(step) {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    this.last = this.last
      .then(step)
      .catch(reportError)
      .finally(() => (this.waiting -= 1));
  }
}
