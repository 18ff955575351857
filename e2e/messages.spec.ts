import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { answerQuestion, messagesOf, sendMessage, workIn } from './fixtures/window.ts'

test('a message is said otherwise, an answer asked for again, and every version kept', async ({
  launch,
  models,
}) => {
  const [figs, plums] = [randomToken(), randomToken()]
  const { page, close } = await launch()
  const answers = messagesOf(page, 'assistant')
  await sendMessage(page, script(say(`Of ${figs}.`)))
  await expect(answers.last()).toContainText(figs)

  await test.step('an edited message begins a branch that knows nothing of the other', async () => {
    await messagesOf(page, 'user').first().hover()
    await page.getByTestId('edit-message').click()
    await page.getByTestId('edit-field').fill(scripted('Otherwise.', say(`Of ${plums}.`)))
    await page.getByTestId('edit-accept').click()
    await expect(answers.last()).toContainText(plums)
    await expect(page.getByTestId('thread')).not.toContainText(figs)
    expect(models.calls.at(-1)?.body).not.toContain(figs)
  })

  await test.step('the switch leads back, and forth', async () => {
    await expect(page.getByTestId('versions')).toHaveText('2/2')
    await page.getByTestId('older-version').click()
    await expect(answers.last()).toContainText(figs)
    await page.getByTestId('newer-version').click()
    await expect(answers.last()).toContainText(plums)
  })

  await test.step('an answer is asked for again', async () => {
    await answers.last().hover()
    await page.getByTestId('retry-answer').click()
    await expect(answers.last().getByTestId('versions')).toHaveText('2/2')
    await expect(answers).toHaveCount(1)
  })

  await close()
  const { page: again } = await launch()
  await test.step('after a restart the same branch is shown, and the others are there', async () => {
    await expect(messagesOf(again, 'assistant').last()).toContainText(plums)
    await expect(again.getByTestId('versions')).toHaveCount(2)
  })
})

test('what waits can be changed, taken back, and sent into the running turn', async ({ launch, models }) => {
  const { page } = await launch()
  await sendMessage(page, script(['gate first', call('delegations', {})], ['gate second', say('Looked.')]))
  await expect(page.getByTestId('stop')).toBeVisible()
  for (const text of ['one', 'two', 'three']) await sendMessage(page, text)
  const rows = page.getByTestId('queued-message')
  await expect(rows).toHaveText(['one', 'two', 'three'])

  await rows.nth(1).getByTestId('queue-remove').click()
  await rows.nth(1).getByTestId('queue-edit').click()
  await page.getByTestId('edit-field').fill('drei')
  await page.getByTestId('edit-accept').click()
  await expect(rows).toHaveText(['one', 'drei'])
  await rows.nth(1).getByTestId('queue-send').click()
  await expect(rows.first()).toHaveAttribute('data-urgent', 'true')

  models.gates.open('first')
  await expect(messagesOf(page, 'user').nth(1)).toHaveText('drei')
  await expect(rows).toHaveText(['one'])
  models.gates.open('second')
  await expect(messagesOf(page, 'user')).toHaveCount(3)
  await expect(rows).toHaveCount(0)
})

test('files are found by name and by content, and changed in one place', async ({ launch, folder }) => {
  const token = randomToken()
  writeFileSync(join(folder, 'notes.txt'), `first\nthe ${token} stands here\nlast\n`)
  writeFileSync(join(folder, 'other.md'), 'nothing\n')
  const { page } = await launch()
  await workIn(page, folder)
  await sendMessage(
    page,
    script(
      [call('glob_files', { pattern: '*.txt' }), call('grep_files', { pattern: 'the \\w+ stands' })],
      ['echo', call('read_file', { path: 'notes.txt' })],
      call('edit_file', { path: 'notes.txt', edits: [{ old: 'last', new: 'end' }] }),
      say('Changed.'),
    ),
  )
  const answers = messagesOf(page, 'assistant')
  await expect(answers.nth(1)).toContainText(token)
  await expect(page.getByTestId('approval-arguments')).toContainText('last')
  await answerQuestion(page, 'allow')
  await expect(answers.last()).toContainText('Changed.')
  const card = page.locator('[data-testid=tool-card][data-tool=edit_file]')
  await expect(card.getByTestId('diff')).toContainText('end')
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(`first\nthe ${token} stands here\nend\n`)
})
