// Where a line of Chinese may end. The script of the page's root has this file in it too (shell/frame.py).

// What the dictionary of a browser takes apart, and no line does.
const TERM = /非?叶结点|胜出者?|信息增益|增益率|基尼指数|不纯度|均值|比特|离差|剪枝|误分类[率数]?|打了球|从不回头|切分点?|打网球|决策树|占比|取值|列联表|舍入|中位数|平均值|缺失值|样本数|置信度|支持度|过拟合|子树|对数|叫法|样例|哪一[个种节列]/gu;
// Nor before a word that leans on the one before it.
const LEANS = new Set([..."的了吗呢吧着们里中上下内时", "的是", "的话"]);
const EQUALS = /(?<=\p{Script=Han})是(?=[ \u00a0]?\d)/gu;  // 熵是 0.9403
// Nor between a number's counter and what is counted.
const COUNTED = /\d[ \u00a0]?[个位棵例](?=\p{Script=Han})/gu;
const words = Intl.Segmenter && new Intl.Segmenter("zh", { granularity: "word" });  // Firefox has it since 125

// The words of a text in their order, with what stands between them; the text whole, where no dictionary is.
export function wordsOf(text) {
  if (!words) return [text];
  const found = [...words.segment(text)].filter(({ index, segment }) => !index || !LEANS.has(segment));
  const ends = new Set(found.map(({ index }) => index).concat(text.length));
  for (const { index, 0: term } of text.matchAll(TERM)) {
    for (let at = index + 1; at < index + term.length; at++) ends.delete(at);
    ends.add(index).add(index + term.length);
  }
  for (const { index } of text.matchAll(EQUALS)) ends.delete(index);
  for (const { index, 0: counted } of text.matchAll(COUNTED)) ends.delete(index + counted.length);
  const cuts = [...ends].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => text.slice(cuts[i], end));
}
