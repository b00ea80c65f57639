"""Small files as students write them: what is asked of each, and what one press makes of it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from dttools.files import Chosen, read


@dataclass(frozen=True)
class File:
    """A text, the offers that are taken (all others are none), and some columns as read then."""

    text: str
    taken: dict[str, str]
    columns: dict[str, list[object]]
    encoding: str = "utf-8"
    said: tuple[str, ...] = ()


FILES = {
    "a gradebook from Excel in China": File(
        "软件1班，期末成绩表\n\n学号,姓名,平时,期中,缺勤,等级\n"
        "230101,王伟,97分,65,无,及格\n230102,李娜,68分,84,1次,良\n230103,张敏,98分,缺考,2次,优\n"
        "230104,刘洋,100分,80,三次,良\n230105,陈静,64分,77,1次,良\n230106,杨磊,60分,88,无,优\n"
        "230107,赵霞,76分,80,两次,良\n平均,,80,79,,\n",
        {"平时": "numbers", "期中": "strays", "缺勤": "numbers"},
        {"平时": [97, 68, 98, 100, 64, 60, 76], "缺勤": [None, 1, 2, 3, 1, None, 2]},
        encoding="gbk",
        said=("软件1班", "“平均”"),
    ),
    "prices of houses": File(
        "小区,面积,总价(万元),单价,建成,成交,学区\n"
        'A,80.5平,320万,"3,3266",一九九六年,3千,是\nB,81平,280,"4,7189",2015,1.2万,否\n'
        'C,82.5平,410万,"5,7172",2010年,8500,是\nD,96平,350,"3,6543",二〇〇八年,1万2,否\n'
        'E,88平,3亿,"3,1000",2012,9000,是\n',
        {
            "面积": "numbers",
            "总价(万元)": "numbers",
            "单价": "ten_thousands",
            "建成": "numbers",
            "成交": "numbers",
        },
        {
            "总价(万元)": [320, 280, 410, 350, 30000],
            "单价": [33266, 47189, 57172, 36543, 31000],
            "建成": [1996, 2015, 2010, 2008, 2012],
            "成交": [3000, 12000, 8500, 12000, 9000],
        },
    ),
    "a survey": File(
        "Height,Commute,Age,Employees,Coffee\n"
        "172 cm,15 min,under 18,1-10,Yes\n1.8m,1 hour,18-25,11-50,no\n"
        "165 cm,30 mins,26–35,200+,No\n"
        "170 cm,45min,over 35,51-200,yes\n1.75m,1.5 hours,26-35,1–10,yes\n",
        {
            "Height": "numbers",
            "Commute": "numbers",
            "Age": "order",
            "Employees": "order",
            "Coffee": "one_value",
        },
        {
            "Height": [172, 180, 165, 170, 175],
            "Commute": [15, 60, 30, 45, 90],
            "Employees": ["1-10", "11-50", "200+", "51-200", "1-10"],
        },
    ),
    "decimal commas behind semicolons": File(
        "Stadt;Fläche;Einwohner;Preis;Anteil\nA;10,05;1.250;2.100,50 €;3,5 %\n"
        "B;11,15;2.257;3.103,50 €;4,5 %\nC;9,75;12.320;1.999 €;0,5 %\n",
        {"Einwohner": "numbers", "Preis": "numbers", "Anteil": "numbers"},
        {
            "Fläche": [10.05, 11.15, 9.75],
            "Einwohner": [1250, 2257, 12320],
            "Anteil": [3.5, 4.5, 0.5],
        },
        encoding="cp1252",
    ),
    "a class below a title as wide as the table": File(
        "2023年春季体检表,高一(3)班,制表：李老师,共8人,\n"
        "学号,身高,体重,通勤,押金\n"
        "1,175cm,60kg,30分钟,200元\n2,1.75m,120斤,1小时20分,面议\n3,168,55,45,200元\n"
        "4,1米8,110斤,半小时,150元\n5,180,62公斤,20分钟,面议\n6,172 cm,58,一小时,300元\n"
        "7,1.6,5不清,90,100元\n8,170cm,70kg,15分钟,250元\n平均分,,60,40,200\n",
        {"身高": "numbers", "体重": "numbers strays", "通勤": "numbers", "押金": "numbers strays"},
        {
            "身高": [175, 175, 168, 180, 180, 172, 160, 170],
            "体重": [60, 60, 55, 55, 62, 58, None, 70],
            "通勤": [30, 80, 45, 30, 20, 60, 90, 15],
            "押金": [200, None, 200, 150, None, 300, 100, 250],
        },
        said=("2023年春季体检表", "“平均分”"),
    ),
    "commas of two kinds, years of two digits, words for one value": File(
        "公司,员工,成立,性别,收入,体温,租期\n"
        'A,"8,5000",2015,男,3000-5000,36.8度,10天\nB,"1,200",2020年,女,8000以上,37.2℃,2周\n'
        'C,"2，400",一九九六年,男性,保密,36.5,15天\nD,350人,95年,M,5000-8000,38.1℃,30天\n'
        'E,"4,5000",2001,女,3000以下,36.6℃,24小时\nF,"3,100",九八年,男,3000-5000,37℃,7天\n',
        {
            "员工": "ten_thousands",
            "成立": "numbers",
            "性别": "one_value",
            "收入": "order",
            "体温": "numbers",
            "租期": "numbers",
        },
        {
            "员工": [85000, 1200, 2400, 350, 45000, 3100],
            "成立": [2015, 2020, 1996, 1995, 2001, 1998],
            "性别": ["男", "女", "男", "男", "女", "男"],
            "收入": ["3000-5000", "8000以上", None, "5000-8000", "3000以下", "3000-5000"],
            "体温": [36.8, 37.2, 36.5, 38.1, 36.6, 37],
            "租期": [10, 14, 15, 30, 1, 7],
        },
    ),
}


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_every_odd_column_is_asked_of_and_one_press_reads_it(file: File) -> None:
    content = file.text.encode(file.encoding)
    asked = {one.column for one in read(content).offers}
    assert asked == file.taken.keys()
    table = read(content, Chosen(cells={name: (*key.split(),) for name, key in file.taken.items()}))
    for name, values in file.columns.items():
        cells = table.frame[name].astype(object)
        assert cells.where(cells.notna(), None).tolist() == values
    said = " / ".join(map(str, table.notes))
    assert all(words in said for words in file.said)


def test_dates_times_and_weekdays_as_they_are_written_in_one_column() -> None:
    text = (
        "下单,签收,星期,开门\n2023/3/5,3月8日 14:30,周三,7:30\n"
        "2023年3月7日,3月9日 9:05,星期四,9点半\n"
        "2023.3.9,3月10日 20:15,周五,上午8:15\n20230313,3月11日 8:30,星期五,晚上7点\n"
        "3月19日,3月12日 9:00,周三,10:00\n2023-3-20,3月13日 7:00,星期三,14:00\n"
    )
    offers = {(one.column, one.key): one for one in read(text.encode()).offers}
    assert "“3月19日”" in str(offers["下单", "days"].why)
    assert not offers.keys() & {("签收", "year"), ("签收", "weekday")}
    taken = {"下单": ("days",), "签收": ("days",), "星期": ("order",), "开门": ("hours",)}
    frame = read(text.encode(), Chosen(cells=taken)).frame
    assert frame["下单 (days)"].tolist()[:4] == [0, 2, 4, 8]
    assert frame["下单 (days)"].isna().tolist() == [False] * 4 + [True, False]
    assert frame["签收 (days)"].tolist() == [0, 1, 2, 3, 4, 5]
    assert frame["星期"].tolist() == ["周三", "星期四", "周五", "周五", "周三", "周三"]
    assert frame["开门 (hours)"].tolist() == [7.5, 9.5, 8.25, 19, 10, 14]
