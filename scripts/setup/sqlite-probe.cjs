// Exits with 0 if better-sqlite3 works in the runtime that runs this file. A binary made for another one does not
// throw, it crashes: hence a process of its own. A table and a text index, so that strings cross the border.

const Database = require('better-sqlite3')

const db = new Database(':memory:')
db.exec('create table words (word text) strict; create virtual table found using fts5(word)')
db.prepare('insert into words values (?)').run('muster')
db.prepare('insert into found select word from words').run()
const row = db.prepare('select word from found where found match ?').get('muster')
process.exit(row.word === 'muster' ? 0 : 1)
