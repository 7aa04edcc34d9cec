import { describe, expect, test } from 'vitest'
import { collectionNames, isCollectionName } from '#contract/collections.ts'
import { isPulledList, listKey, listOf, pulledLists } from '#contract/lists.ts'
import { sideListNames, sideLists } from '#contract/side-lists.ts'

describe('the registry of side lists', () => {
  test('has stock by bin, behind an offer, for whoever may see the inventory', () => {
    expect(sideListNames).toEqual(['binStock'])
    expect(sideLists.binStock).toMatchObject({
      path: '/bin-stock',
      offer: 'bin-stock',
      access: { feature: 'inventory' },
      erp: { path: '/netsuite/bin-stock' },
    })
  })

  test('adds nothing to the twelve collections', () => {
    expect(collectionNames).toHaveLength(12)
    expect(sideListNames.filter(isCollectionName)).toEqual([])
    expect(pulledLists).toHaveLength(7)
    expect(isPulledList('binStock')).toBe(true)
    expect(isPulledList('admins')).toBe(false)
    expect(listOf('bins').path).toBe('/data_bins')
  })

  test('tells rows apart by item, location, bin, lot and status, of which the last three may be missing', () => {
    const row = { item_id: '7', location_id: '1', bin_id: '30', inventory_number_id: null }
    expect(listKey('binStock', row)).toBe('7|1|30|-|-')
    expect(listKey('binStock', { ...row, bin_id: null, status_id: '2' })).toBe('7|1|-|-|2')
    expect(listKey('binStock', { location_id: '1' })).toBeNull()
    expect(listKey('bins', { id: 4 })).toBe('4')
  })
})
