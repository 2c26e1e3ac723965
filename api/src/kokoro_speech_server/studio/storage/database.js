/** The browser's database, or memory where there is none, so that everything works without it. */

const NAME = "kokoro-studio";
const VERSION = 1;
const STORES = ["takes", "segments", "samples"];
const PATIENCE_MS = 3000;

/** Whether a write was rejected because the browser's quota is used up. */
export function isFull(error) {
  return error?.name === "QuotaExceededError";
}

/** Values under keys, which are strings, in a few named stores. */
export class Database {
  #opened;
  #memory = new Map(STORES.map((store) => [store, new Map()]));

  /** @param {IDBFactory} [factory] */
  constructor(factory = globalThis.indexedDB) {
    this.#opened = open(factory).catch(() => null);
  }

  /** Whether values outlive the page. */
  get isPersistent() {
    return this.#opened.then((database) => database !== null);
  }

  /**
   * @param {"takes"|"segments"|"samples"} store
   * @param {string} key
   * @returns {Promise<any>} undefined if there is none
   */
  async get(store, key) {
    const database = await this.#opened;
    if (!database) return this.#memory.get(store).get(key);
    return finished(database.transaction(store).objectStore(store).get(key));
  }

  /** Rejects if the browser's quota does not suffice. */
  async put(store, key, value) {
    const database = await this.#opened;
    if (!database) this.#memory.get(store).set(key, value);
    else await this.#write(database, store, (objects) => objects.put(value, key));
  }

  /** Deletes the value of one key. */
  async delete(store, key) {
    const database = await this.#opened;
    if (!database) this.#memory.get(store).delete(key);
    else await this.#write(database, store, (objects) => objects.delete(key));
  }

  /**
   * Deletes the values of all keys from one up to another, which is not included.
   * @param {string} store
   * @param {string} from
   * @param {string} below
   */
  async deleteRange(store, from, below) {
    const database = await this.#opened;
    if (database) {
      const range = IDBKeyRange.bound(from, below, false, true);
      await this.#write(database, store, (objects) => objects.delete(range));
      return;
    }
    const values = this.#memory.get(store);
    for (const key of [...values.keys()]) if (key >= from && key < below) values.delete(key);
  }

  /** The keys of a store, sorted. */
  async keys(store) {
    const database = await this.#opened;
    if (!database) return [...this.#memory.get(store).keys()].sort();
    return finished(database.transaction(store).objectStore(store).getAllKeys());
  }

  /** The values of a store, sorted by their keys. */
  async values(store) {
    const database = await this.#opened;
    if (database) return finished(database.transaction(store).objectStore(store).getAll());
    const values = this.#memory.get(store);
    return [...values.keys()].sort().map((key) => values.get(key));
  }

  #write(database, store, change) {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error); // an error that nobody handles aborts it
      change(transaction.objectStore(store));
    });
  }
}

/** Rejects if there is no database, or if the browser does not open it in time. */
function open(factory) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("The browser does not open its database.")), PATIENCE_MS).unref?.();
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
