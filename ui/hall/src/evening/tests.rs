use super::*;
use jiff::Timestamp;

fn game(second: i64, table: &str, players: &[(&str, i32)]) -> Played {
    Played {
        round: None,
        table: table.to_owned(),
        players: players
            .iter()
            .map(|(name, points)| ((*name).to_owned(), *points))
            .collect(),
        by_file: false,
        disagrees: false,
        game: Timestamp::from_second(second).unwrap(),
    }
}

const PAIRINGS: &str = "Round;Board;White;Black\n\
    1;1;Anna Berg;Ben Ohm\n1;2;Cleo Fink;Bye\n2;1;Cleo Fink;Anna Berg\n2;2;Ben Ohm;\n";

#[test]
fn pairings_are_read_as_programs_write_them() {
    let pairings = Pairings::read(PAIRINGS).unwrap();
    assert_eq!(pairings.0.len(), 4);
    assert_eq!(pairings.players(), ["Anna Berg", "Ben Ohm", "Cleo Fink"]);
    assert_eq!(pairings.0[1].players, ["Cleo Fink"]);
    let many = "\u{feff}table,player 1,player 2,player 3\n7,\"Berg, Anna\",Ben,Cleo\n";
    assert_eq!(
        Pairings::read(many).unwrap().0[0].players,
        ["Berg, Anna", "Ben", "Cleo"]
    );
    for wrong in [
        "",
        "a,b\n",
        "table,color\n1,red\n",
        "round,table,player\nx,1,Anna\n",
        "round,table,player\n0,1,Anna\n",
        "round,table,player\n20261121,1,Anna\n",
    ] {
        assert!(Pairings::read(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn initials_become_the_names_of_the_pairing() {
    let pairings = Pairings::read(PAIRINGS).unwrap();
    let mut games = vec![
        game(1, "Table 1", &[("A. B.", 80), ("B. O.", 75)]),
        game(2, "1", &[("cleo fink", 60), ("Anna", 60)]),
        game(3, "1", &[("A. B.", 1), ("B. O.", 2)]),
    ];
    pairings.place(&mut games);
    assert_eq!(games[0].round, Some(1));
    assert_eq!(games[0].players[0].0, "Anna Berg");
    assert_eq!(games[1].round, Some(2));
    assert_eq!(games[1].players[1].0, "Anna Berg");
    assert_eq!(games[2].round, None, "nobody was paired for a third game");
}

#[test]
fn everybody_stands_as_they_have_won() {
    let pairings = Pairings::read(PAIRINGS).unwrap();
    let mut games = vec![
        game(1, "1", &[("A. B.", 80), ("B. O.", 75)]),
        game(2, "1", &[("C. F.", 60), ("A. B.", 60)]),
    ];
    pairings.place(&mut games);
    let rows = standings(&games, &pairings);
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row.place, row.name.as_str(), row.won))
        .collect();
    assert_eq!(
        told,
        [
            (1, "Anna Berg", 1.5),
            (2, "Cleo Fink", 1.5),
            (3, "Ben Ohm", 1.0)
        ]
    );
    assert_eq!(rows[0].buchholz, 2.5);
    assert_eq!(rows[0].ahead, 5.0);
    let csv = tables::standings_csv(&rows);
    assert!(csv.starts_with(
        "place,player,games,won,buchholz,ahead,points\n1,Anna Berg,2,1.5,2.5,5,140\n"
    ));
}

#[test]
fn tables_of_many_weigh_like_tables_of_two() {
    let three = [("A", 50), ("B", 40), ("C", 40)].map(|(name, points)| (name.to_owned(), points));
    assert_eq!(standings::shares(&three), [1.0, 0.25, 0.25]);
    // Nobody becomes one person with somebody of the same initials at another table.
    let games = [
        game(1, "1", &[("A. B.", 80), ("Ben", 75)]),
        game(2, "2", &[("A. B.", 80), ("Ben", 75)]),
    ];
    let rows = standings(&games, &Pairings::default());
    let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["A. B. (1)", "A. B. (2)", "Ben"]);
}

#[test]
fn a_cell_is_no_formula() {
    let csv = tables::results_csv(&[game(1, "1", &[("=1+1", 3), ("Ben", -4)])]);
    assert!(
        csv.contains(",'=1+1,3,1,") && csv.contains(",Ben,-4,0,"),
        "{csv}"
    );
}

#[test]
fn the_report_stands_in_its_columns() {
    let pairings = Pairings::read(PAIRINGS).unwrap();
    let mut games = vec![
        game(1, "1", &[("A. B.", 80), ("B. O.", 75)]),
        game(2, "1", &[("C. F.", 60), ("A. B.", 60)]),
    ];
    pairings.place(&mut games);
    let rows = standings(&games, &pairings);
    let report = trf::report("Friday", &games, &pairings, &rows, 3).unwrap();
    let anna = report.lines().find(|line| line.contains("Anna")).unwrap();
    assert_eq!(&anna[14..23], "Anna Berg");
    assert_eq!(&anna[80..84], " 1.5");
    assert_eq!(&anna[85..89], "   1");
    assert_eq!(&anna[91..99], "   2 w 1");
    assert_eq!(&anna[101..109], "   3 b =");
    let ben = report.lines().find(|line| line.contains("Ben")).unwrap();
    assert_eq!(&ben[91..], "   1 b 0  0000 - U");
    // A round that is being played is not told, nor are its points.
    let report = trf::report("Friday", &games[..1], &pairings, &rows, 3).unwrap();
    let anna = report.lines().find(|line| line.contains("Anna")).unwrap();
    assert_eq!(&anna[80..], " 1.0    1     2 w 1");
    let many = Pairings::read("table,player 1,player 2,player 3\n1,A,B,C\n").unwrap();
    assert_eq!(
        trf::report("x", &[], &many, &[], 1),
        Err(trf::NotToTell::TooMany(3))
    );
}
